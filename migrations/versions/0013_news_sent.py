"""news that are sent: what was chosen, how far tables were looked through, messages

Columns are added without rebuilding their tables: SQLite would delete what refers to them.

Revision ID: 0013
Revises: 0012
Create Date: 2026-11-30 11:05:00

"""
from alembic import op
import sqlalchemy as sa


# revision identifiers, used by Alembic.
revision = '0013'
down_revision = '0012'
branch_labels = None
depends_on = None


def upgrade():
    op.add_column('person', sa.Column('mail_confirmed', sa.String(length=254), nullable=True))
    op.add_column('person', sa.Column('news', sa.JSON(), server_default='{}', nullable=False))
    op.create_table('news_scan',
    sa.Column('table_id', sa.String(length=13), nullable=False),
    sa.Column('upto', sa.Integer(), nullable=False),
    sa.PrimaryKeyConstraint('table_id', name=op.f('pk_news_scan'))
    )
    op.create_table('news_delivery',
    sa.Column('id', sa.String(length=13), nullable=False),
    sa.Column('person_id', sa.String(length=13), nullable=False),
    sa.Column('table_id', sa.String(length=13), nullable=False),
    sa.Column('channel', sa.String(length=8), nullable=False),
    sa.Column('target', sa.String(length=13), nullable=False),
    sa.Column('key', sa.String(length=80), nullable=False),
    sa.Column('kind', sa.String(length=16), nullable=False),
    sa.Column('body', sa.JSON(), nullable=False),
    sa.Column('state', sa.String(length=8), nullable=False),
    sa.Column('tries', sa.Integer(), nullable=False),
    sa.Column('due_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('sent_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['person_id'], ['person.id'], name=op.f('fk_news_delivery_person_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_news_delivery')),
    sa.UniqueConstraint('person_id', 'channel', 'target', 'key', name=op.f('uq_news_delivery_person_id_channel_target_key'))
    )
    op.create_index('ix_news_delivery_due', 'news_delivery', ['state', 'due_at'])
    op.create_table('push_subscription',
    sa.Column('id', sa.String(length=13), nullable=False),
    sa.Column('person_id', sa.String(length=13), nullable=False),
    sa.Column('login_id', sa.String(length=13), nullable=False),
    sa.Column('endpoint', sa.Text(), nullable=False),
    sa.Column('endpoint_hash', sa.String(length=64), nullable=False),
    sa.Column('p256dh', sa.String(length=120), nullable=False),
    sa.Column('auth', sa.String(length=40), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['login_id'], ['login.id'], name=op.f('fk_push_subscription_login_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['person_id'], ['person.id'], name=op.f('fk_push_subscription_person_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_push_subscription')),
    sa.UniqueConstraint('endpoint_hash', name=op.f('uq_push_subscription_endpoint_hash'))
    )
    op.create_index(op.f('ix_push_subscription_login_id'), 'push_subscription', ['login_id'])
    op.create_index(op.f('ix_push_subscription_person_id'), 'push_subscription', ['person_id'])


def downgrade():
    op.drop_table('push_subscription')
    op.drop_table('news_delivery')
    op.drop_table('news_scan')
    op.drop_column('person', 'news')
    op.drop_column('person', 'mail_confirmed')
