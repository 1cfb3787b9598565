"""how far somebody has read the news of a table

Revision ID: 0009
Revises: 0008
Create Date: 2026-11-30 10:30:00

"""
from alembic import op
import sqlalchemy as sa


# revision identifiers, used by Alembic.
revision = '0009'
down_revision = '0008'
branch_labels = None
depends_on = None


def upgrade():
    op.create_table('news_mark',
    sa.Column('person_id', sa.String(length=13), nullable=False),
    sa.Column('table_id', sa.String(length=13), nullable=False),
    sa.Column('upto', sa.Integer(), nullable=False),
    sa.ForeignKeyConstraint(['person_id'], ['person.id'], name=op.f('fk_news_mark_person_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('person_id', 'table_id', name=op.f('pk_news_mark'))
    )


def downgrade():
    op.drop_table('news_mark')
