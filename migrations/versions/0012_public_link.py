"""the public link of a campaign

Revision ID: 0012
Revises: 0011
Create Date: 2026-11-30 11:00:00

"""
from alembic import op
import sqlalchemy as sa


# revision identifiers, used by Alembic.
revision = '0012'
down_revision = '0011'
branch_labels = None
depends_on = None


def upgrade():
    op.add_column('campaign', sa.Column('public_nonce', sa.String(length=32), nullable=True))
    op.create_index('ix_campaign_public_nonce', 'campaign', ['public_nonce'], unique=True)


def downgrade():
    op.drop_index('ix_campaign_public_nonce', 'campaign')
    op.drop_column('campaign', 'public_nonce')
