"""the version that a change brought about, for further answers of the same page

Revision ID: 0014
Revises: 0013
Create Date: 2026-11-30 16:05:00

"""
from alembic import op
import sqlalchemy as sa


# revision identifiers, used by Alembic.
revision = '0014'
down_revision = '0013'
branch_labels = None
depends_on = None


def upgrade():
    op.add_column('request_record', sa.Column('moved_to', sa.Integer(), nullable=True))


def downgrade():
    op.drop_column('request_record', 'moved_to')
