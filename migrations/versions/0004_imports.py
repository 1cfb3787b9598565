"""Rosters that were read and not bought yet, and catalogue changes that wait for a yes.

Revision ID: 0004
Revises: 0003
"""
from alembic import op
import sqlalchemy as sa

revision = '0004'
down_revision = '0003'
branch_labels = None
depends_on = None


def upgrade():
    op.create_table('roster_draft',
    sa.Column('seat_id', sa.String(length=13), nullable=False),
    sa.Column('name', sa.String(length=120), nullable=False),
    sa.Column('text', sa.Text(), nullable=False),
    sa.Column('version', sa.Integer(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_roster_draft_seat_id_seat'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('seat_id', name=op.f('pk_roster_draft'))
    )
    op.create_table('catalogue_draft',
    sa.Column('campaign_id', sa.String(length=13), nullable=False),
    sa.Column('source', sa.String(length=120), nullable=False),
    sa.Column('entries', sa.JSON(), nullable=False),
    sa.Column('version', sa.Integer(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_catalogue_draft_campaign_id_campaign'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('campaign_id', name=op.f('pk_catalogue_draft'))
    )


def downgrade():
    op.drop_table('catalogue_draft')
    op.drop_table('roster_draft')
