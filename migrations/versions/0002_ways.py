"""ways: accesses of places' maps, what an order was when battles were announced, choices of retreats

Columns are added without rebuilding their tables: SQLite would delete what refers to them.

Revision ID: 0002
Revises: 0001
Create Date: 2026-11-30 06:32:00

"""
from alembic import op
import sqlalchemy as sa


# revision identifiers, used by Alembic.
revision = '0002'
down_revision = '0001'
branch_labels = None
depends_on = None


def upgrade():
    op.add_column('place', sa.Column('access', sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column('warband_order', sa.Column('stance', sa.String(length=8), nullable=True))
    op.create_table('retreat',
    sa.Column('warband_id', sa.String(length=13), nullable=False),
    sa.Column('round', sa.Integer(), nullable=False),
    sa.Column('place_id', sa.String(length=13), nullable=False),
    sa.ForeignKeyConstraint(['place_id'], ['place.id'], name=op.f('fk_retreat_place_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['warband_id'], ['warband.id'], name=op.f('fk_retreat_warband_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('warband_id', 'round', name=op.f('pk_retreat'))
    )


def downgrade():
    op.drop_table('retreat')
    op.drop_column('warband_order', 'stance')
    op.drop_column('place', 'access')
