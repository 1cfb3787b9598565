"""letters between participants

Revision ID: 0005
Revises: 0004
Create Date: 2026-11-30 06:45:00

"""
from alembic import op
import sqlalchemy as sa


# revision identifiers, used by Alembic.
revision = '0005'
down_revision = '0004'
branch_labels = None
depends_on = None


def upgrade():
    op.create_table('letter',
    sa.Column('id', sa.String(length=13), nullable=False),
    sa.Column('campaign_id', sa.String(length=13), nullable=False),
    sa.Column('sender_id', sa.String(length=13), nullable=False),
    sa.Column('receiver_id', sa.String(length=13), nullable=False),
    sa.Column('sender_person_id', sa.String(length=13), nullable=True),
    sa.Column('receiver_person_id', sa.String(length=13), nullable=True),
    sa.Column('params', sa.JSON(), nullable=False),
    sa.Column('text', sa.Text(), nullable=False),
    sa.Column('round', sa.Integer(), nullable=False),
    sa.Column('phase', sa.String(length=16), nullable=True),
    sa.Column('answers_id', sa.String(length=13), nullable=True),
    sa.Column('sent_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('opened_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['answers_id'], ['letter.id'], name=op.f('fk_letter_answers_id'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_letter_campaign_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['receiver_id'], ['seat.id'], name=op.f('fk_letter_receiver_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['receiver_person_id'], ['person.id'], name=op.f('fk_letter_receiver_person_id'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['sender_id'], ['seat.id'], name=op.f('fk_letter_sender_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['sender_person_id'], ['person.id'], name=op.f('fk_letter_sender_person_id'), ondelete='SET NULL'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_letter'))
    )
    op.create_index('ix_letter_receiver', 'letter', ['campaign_id', 'receiver_person_id', 'opened_at'])
    op.create_index('ix_letter_sender', 'letter', ['campaign_id', 'sender_person_id'])


def downgrade():
    op.drop_table('letter')
