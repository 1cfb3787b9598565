"""the personal links of guests at games

Revision ID: 0010
Revises: 0009
Create Date: 2026-11-30 10:55:00

"""
from alembic import op
import sqlalchemy as sa


# revision identifiers, used by Alembic.
revision = '0010'
down_revision = '0009'
branch_labels = None
depends_on = None


def upgrade():
    op.add_column('game_member', sa.Column('link_hash', sa.String(length=64), nullable=True))
    op.create_index('ix_game_member_link', 'game_member', ['link_hash'], unique=True)


def downgrade():
    op.drop_index('ix_game_member_link', 'game_member')
    op.drop_column('game_member', 'link_hash')
