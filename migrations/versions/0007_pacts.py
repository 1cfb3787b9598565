"""pacts: mission alliances

Revision ID: 0007
Revises: 0006
Create Date: 2026-11-30 07:15:00

"""
from alembic import op
import sqlalchemy as sa


# revision identifiers, used by Alembic.
revision = '0007'
down_revision = '0006'
branch_labels = None
depends_on = None


def upgrade():
    op.create_table('pact',
    sa.Column('id', sa.String(length=13), nullable=False),
    sa.Column('campaign_id', sa.String(length=13), nullable=False),
    sa.Column('round', sa.Integer(), nullable=False),
    sa.Column('event_id', sa.String(length=13), nullable=False),
    sa.Column('concluder_id', sa.String(length=13), nullable=True),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('ended_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_pact_campaign_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['concluder_id'], ['seat.id'], name=op.f('fk_pact_concluder_id'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['event_id'], ['event.id'], name=op.f('fk_pact_event_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_pact'))
    )
    op.create_index(op.f('ix_pact_event_id'), 'pact', ['event_id'], unique=False)
    op.create_index('ix_pact_round', 'pact', ['campaign_id', 'round'], unique=False)
    op.create_table('pact_member',
    sa.Column('pact_id', sa.String(length=13), nullable=False),
    sa.Column('seat_id', sa.String(length=13), nullable=False),
    sa.Column('state', sa.String(length=12), nullable=False),
    sa.Column('at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['pact_id'], ['pact.id'], name=op.f('fk_pact_member_pact_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_pact_member_seat_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('pact_id', 'seat_id', name=op.f('pk_pact_member'))
    )
    op.create_index(op.f('ix_pact_member_seat_id'), 'pact_member', ['seat_id'], unique=False)


def downgrade():
    op.drop_table('pact_member')
    op.drop_table('pact')
