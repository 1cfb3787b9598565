"""saved ways to print

Revision ID: 0011
Revises: 0010
Create Date: 2026-11-30 11:15:00

"""
from alembic import op
import sqlalchemy as sa


# revision identifiers, used by Alembic.
revision = '0011'
down_revision = '0010'
branch_labels = None
depends_on = None


def upgrade():
    op.create_table('print_setup',
    sa.Column('id', sa.String(length=13), nullable=False),
    sa.Column('seat_id', sa.String(length=13), nullable=False),
    sa.Column('warband_id', sa.String(length=13), nullable=False),
    sa.Column('name', sa.String(length=40), nullable=False),
    sa.Column('models', sa.JSON(), nullable=False),
    sa.Column('cards', sa.Boolean(), nullable=False),
    sa.Column('blank', sa.Integer(), nullable=False),
    sa.Column('size', sa.String(length=8), nullable=False),
    sa.Column('ink', sa.String(length=8), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_print_setup_seat_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['warband_id'], ['warband.id'], name=op.f('fk_print_setup_warband_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_print_setup')),
    sa.UniqueConstraint('seat_id', 'name', name=op.f('uq_print_setup_seat_id_name'))
    )
    op.create_index(op.f('ix_print_setup_seat_id'), 'print_setup', ['seat_id'], unique=False)
    op.create_index(op.f('ix_print_setup_warband_id'), 'print_setup', ['warband_id'], unique=False)


def downgrade():
    op.drop_table('print_setup')
