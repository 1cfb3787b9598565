"""What the sheets print."""

from app.campaign.documents.queries.battle import BattleSheet, battle_sheet
from app.campaign.documents.queries.blank import BLANKS, BlankSheets, blank_sheets
from app.campaign.documents.queries.company import CompanySheet, company_sheet
from app.campaign.documents.queries.menu import Menu, TableMenu, menu, table_menu
from app.campaign.documents.queries.pack import PARTS, Pack, pack
from app.campaign.documents.queries.poster import SHEETS, Poster, poster
from app.campaign.documents.queries.report import Report, report
from app.campaign.documents.queries.roster import RosterSheet, roster_sheet, warbands_of
from app.campaign.documents.queries.rosters_csv import rosters_csv
from app.campaign.documents.queries.setups import (
    WarbandToPrint,
    setup_of,
    setups_of,
    warband_to_print,
    wishes_saved,
)

__all__ = [
    "BLANKS",
    "PARTS",
    "SHEETS",
    "BattleSheet",
    "BlankSheets",
    "CompanySheet",
    "Menu",
    "Pack",
    "Poster",
    "Report",
    "RosterSheet",
    "TableMenu",
    "WarbandToPrint",
    "battle_sheet",
    "blank_sheets",
    "company_sheet",
    "menu",
    "pack",
    "poster",
    "report",
    "roster_sheet",
    "rosters_csv",
    "setup_of",
    "setups_of",
    "table_menu",
    "warband_to_print",
    "warbands_of",
    "wishes_saved",
]
