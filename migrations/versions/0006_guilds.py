"""guilds: their tables, and the amounts of guilds and mission alliances

Columns are added without rebuilding their tables: SQLite would delete what refers to them.

Revision ID: 0006
Revises: 0005
Create Date: 2026-11-30 06:50:00

"""
from alembic import op
import sqlalchemy as sa


# revision identifiers, used by Alembic.
revision = '0006'
down_revision = '0005'
branch_labels = None
depends_on = None

AMOUNTS = {
    'guild_level_cost': '60',
    'guild_level_income': '20',
    'guild_most_levels': '4',
    'guild_request_fee': '5',
    'guild_entry_fee': '15',
    'alliance_fee': '10',
}


def upgrade():
    for name, amount in AMOUNTS.items():
        op.add_column('campaign', sa.Column(name, sa.Integer(), server_default=amount, nullable=False))
    op.create_table('guild',
    sa.Column('id', sa.String(length=13), nullable=False),
    sa.Column('campaign_id', sa.String(length=13), nullable=False),
    sa.Column('name', sa.String(length=60), nullable=False),
    sa.Column('founder_id', sa.String(length=13), nullable=True),
    sa.Column('level', sa.Integer(), nullable=False),
    sa.Column('founded_round', sa.Integer(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('dissolved_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_guild_campaign_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['founder_id'], ['seat.id'], name=op.f('fk_guild_founder_id'), ondelete='SET NULL'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_guild'))
    )
    op.create_index(op.f('ix_guild_campaign_id'), 'guild', ['campaign_id'], unique=False)
    op.create_table('guild_member',
    sa.Column('seat_id', sa.String(length=13), nullable=False),
    sa.Column('guild_id', sa.String(length=13), nullable=False),
    sa.Column('joined_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['guild_id'], ['guild.id'], name=op.f('fk_guild_member_guild_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_guild_member_seat_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('seat_id', name=op.f('pk_guild_member'))
    )
    op.create_index(op.f('ix_guild_member_guild_id'), 'guild_member', ['guild_id'], unique=False)
    op.create_table('guild_offer',
    sa.Column('guild_id', sa.String(length=13), nullable=False),
    sa.Column('seat_id', sa.String(length=13), nullable=False),
    sa.Column('kind', sa.String(length=12), nullable=False),
    sa.Column('at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['guild_id'], ['guild.id'], name=op.f('fk_guild_offer_guild_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['seat_id'], ['seat.id'], name=op.f('fk_guild_offer_seat_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('guild_id', 'seat_id', name=op.f('pk_guild_offer'))
    )
    op.create_index(op.f('ix_guild_offer_seat_id'), 'guild_offer', ['seat_id'], unique=False)
    op.create_table('round_guild',
    sa.Column('guild_id', sa.String(length=13), nullable=False),
    sa.Column('round', sa.Integer(), nullable=False),
    sa.Column('campaign_id', sa.String(length=13), nullable=False),
    sa.Column('name', sa.String(length=60), nullable=False),
    sa.Column('founder_id', sa.String(length=13), nullable=True),
    sa.Column('members', sa.JSON(), nullable=False),
    sa.ForeignKeyConstraint(['campaign_id'], ['campaign.id'], name=op.f('fk_round_guild_campaign_id'), ondelete='CASCADE'),
    sa.ForeignKeyConstraint(['founder_id'], ['seat.id'], name=op.f('fk_round_guild_founder_id'), ondelete='SET NULL'),
    sa.ForeignKeyConstraint(['guild_id'], ['guild.id'], name=op.f('fk_round_guild_guild_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('guild_id', 'round', name=op.f('pk_round_guild'))
    )
    op.create_index(op.f('ix_round_guild_campaign_id'), 'round_guild', ['campaign_id'], unique=False)


def downgrade():
    op.drop_table('round_guild')
    op.drop_table('guild_offer')
    op.drop_table('guild_member')
    op.drop_table('guild')
    for name in reversed(AMOUNTS):
        op.drop_column('campaign', name)
