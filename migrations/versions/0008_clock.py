"""times of phases, and pauses

Columns are added without rebuilding their tables: SQLite would delete what refers to them.

Revision ID: 0008
Revises: 0007
Create Date: 2026-11-30 07:05:00

"""
from alembic import op
import sqlalchemy as sa


# revision identifiers, used by Alembic.
revision = '0008'
down_revision = '0007'
branch_labels = None
depends_on = None


def upgrade():
    op.add_column('campaign', sa.Column('deadline', sa.DateTime(timezone=True), nullable=True))
    op.add_column('campaign', sa.Column('deadline_zone', sa.String(length=40), nullable=True))
    op.add_column('campaign', sa.Column('deadline_stamp', sa.String(length=40), nullable=True))
    op.add_column('campaign', sa.Column('paused_at', sa.DateTime(timezone=True), nullable=True))
    op.add_column('campaign', sa.Column('pause_reason', sa.Text(), server_default='', nullable=False))


def downgrade():
    for column in ('pause_reason', 'paused_at', 'deadline_stamp', 'deadline_zone', 'deadline'):
        op.drop_column('campaign', column)
