"""Every code that a problem may have: what it means, and what to do about it, in words for players.

`explain CODE` prints this, and the README lists it. A test holds that every code that is raised is here and
that every code here is raised.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple


class Code(NamedTuple):
    """What a code means, what to do about it, and a line or two of a log that have it ("" for none)."""

    meaning: str
    remedy: str
    example: str = ""


CODES: Final[Mapping[str, Code]] = MappingProxyType(
    {
        # --- cards and rows
        "board-empty": Code(
            "A player is named and no cards follow.",
            "Write the three rows, or `foul`, `surrender` or `absent`.",
            "Gus:",
        ),
        "card-joker": Code(
            "A joker stands in a row, and the deck has none.",
            "Write the card it stood for; a jack and a king are `J K`.",
            "Gus: Jk Q 5 / AA762 / 9TJQK",
        ),
        "card-repeated": Code(
            "One card is there twice in a deal, in one board or in two.",
            "One of the two was written down wrong: the message names both places.",
            "Hero: Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\n"
            "Gus: Qh 6d 2c / Kh Kd 9s 4c 3c / As Th 8h 5h 2h",
        ),
        "card-unknown": Code(
            "A card is given as unknown, and scoring needs every card.",
            "Write the card, or `foul` for a board that was mucked.",
            "Gus: Q ? 5 / AA762 / 9TJQK",
        ),
        "card-unreadable": Code(
            "Something in a row is no card.",
            "Ranks are 2 to 9, T or 10, J, Q, K and A; suits are s h d c or their signs, or left out.",
            "Gus: Q 1h 5 / AA762 / 9TJQK",
        ),
        "deck-impossible": Code(
            "No deck has these cards: a rank more than four times, or a row for which no suits are left.",
            "A card was written down wrong, or a row without suits is called a flush (or not) by mistake.",
            "Hero: 775 / AA762 / 9TJQK\nGus: 772 / KK943 / JJJ44",
        ),
        "flush-contradicted": Code(
            "A row is called a flush, and its cards state more than one suit, or another one.",
            "Leave the word out, or correct the suits.",
            "Gus: 663 / KK943 / Ah Th 8h 5h 2c flush",
        ),
        "flush-impossible": Code(
            "A row is called a flush and has two cards of one rank, which are of two suits.",
            "Leave the word out, or correct the cards.",
            "Gus: 663 / KK943 / A A 8 5 2 flush",
        ),
        "flush-on-top": Code(
            "The top row is called a flush, and three cards make none.",
            "Leave the word out.",
            "Gus: A 6 3 flush / KK943 / JJJ44",
        ),
        "label-unknown": Code(
            "A word stands before a colon where a row's label is expected, and is none.",
            "Rows are top (front, head), mid (middle) and bot (bottom, back).",
            "Gus: top: 663 / mid: KK943 / botom: JJJ44",
        ),
        "mark-misplaced": Code(
            "A mark in brackets does not go with what else is said of the player.",
            "A number of aces is for a foul or a surrender without cards; `(foul)` goes behind cards.",
            "Gus: 663 / KK943 / JJJ44 (2 aces)",
        ),
        "mark-unknown": Code(
            "What stands in brackets is no mark of a board.",
            "Marks are `(foul)`, `(fantasyland)` and `(2 aces)`.",
            "Gus: 663 / KK943 / JJJ44 (fanatsyland)",
        ),
        "row-empty": Code(
            "A row is announced, by its label or by a slash, and has no cards.",
            "Write its cards, or take a slash out.",
            "Gus: 663 / / JJJ44",
        ),
        "row-missing": Code(
            "A board has fewer than three rows.",
            "Write the missing row; where two rows run together, put a slash between them.",
            "Gus: 663 / KK943",
        ),
        "row-repeated": Code(
            "A board has a row twice, or four rows.",
            "Leave one of them out.",
            "Gus: top: 663 / top: KK9 / bot: JJJ44",
        ),
        "row-size": Code(
            "A row has too many cards or too few: the top has three, middle and bottom have five.",
            "The caret stands at the first card too many, or where one is missing. Were two rows swapped?",
            "Gus: 6632 / KK943 / JJJ44",
        ),
        "suit-word": Code(
            "A word such as `flush` or `hearts` stands before the last card of a row, or twice.",
            "Put it once, at the end of the row.",
            "Gus: 663 / KK943 / flush A T 8 5 2",
        ),
        "suits-partial": Code(
            "A row of five cards states the suits of some of its cards.",
            "State all five suits, or none and the word `flush` where it is a flush.",
            "Gus: 663 / Kh K 9 4 3 / JJJ44",
        ),
        # --- claims
        "claim-false": Code(
            "A player claims a natural, and the cards are not of that kind, or the rules do not pay it.",
            "Write the board with its rows instead, or name the kind that it is.",
            "rules: chinese-pagat\n"
            "deal 1\n"
            "Hero: claim dragon: 2 2 3 4 5 6 7 8 9 T J Q K\n"
            "Gus: 663 / K K 9 4 3 / 8 8 8 4 4",
        ),
        "claim-unknown": Code(
            "A claim names no kind of natural that is known.",
            "`ofcscore rules show` lists the kinds that a rule set pays.",
            "Gus: claim dragn: A 2 3 4 5 6 7 8 9 T J Q K",
        ),
        "claim-unreadable": Code(
            "A claim lacks its kind, its colon or its cards.",
            "Write `claim dragon: A 2 3 4 5 6 7 8 9 T J Q K`, or the three rows behind the colon.",
            "Gus: claim dragon A 2 3 4 5 6 7 8 9 T J Q K",
        ),
        # --- players and names
        "name-case": Code(
            "Two players have names that differ in capital letters alone. They are counted as two.",
            "If they are one player, write the name the same way everywhere.",
            "ann: 663 / KK943 / 88844\nAnn: JJ5 / AA762 / 9TJQK",
        ),
        "name-character": Code(
            "A name has a character that cannot be seen or that changes what is printed around it.",
            "Delete it; it may have come along from a chat or a web page.",
        ),
        "name-empty": Code(
            "A name is empty, or has nothing in it that can be seen.", "Write the player's name.", '"": foul'
        ),
        "name-house": Code(
            "A player is called `house`, and the house takes part too: by rake, adjustments or payments.",
            "Give the player another name.",
            "rake: 1\nAnn: 663 / KK943 / 88844\nhouse: JJ5 / AA762 / 9TJQK",
        ),
        "name-look-alike": Code(
            "Two names look the same: one has letters of another script, or signs that are not seen. "
            "They are counted as two players.",
            "If they are one player, write the name the same way everywhere.",
            "Ann: 663 / KK943 / 88844\nАnn: JJ5 / AA762 / 9TJQK",
        ),
        "name-missing": Code(
            "A board has no player's name, and others in the same deal have one.",
            "Write the name and a colon before it.",
            "Ann: 663 / KK943 / 88844\nJJ5 / AA762 / 9TJQK",
        ),
        "name-quotes": Code(
            "A name has blanks or signs, or begins a list with a digit, and so needs quotes.",
            'Write it in straight quotes: `"Phil H.": ...`.',
            "Phil H.: 663 / KK943 / JJJ44",
        ),
        "name-too-long": Code(
            "A name has more than 64 characters.",
            "Use a shorter one.",
            '"Maximilian Maximilian Maximilian Maximilian Maximilian Maximilian ": foul',
        ),
        "name-unknown": Code(
            "A name is not in `players:`, or has no board in any deal.",
            "It may be misspelt: the hint has the nearest name. Else add it to `players:`.",
            "players: Hero, Gus\nHeroo: 663 / KK943 / JJJ44",
        ),
        "pair-of-one": Code(
            "A stake or an expectation for a pair names one player twice.",
            "Name the two players.",
            "stake Hero/Hero: 2",
        ),
        "player-repeated": Code(
            "A player has two boards in one deal, or is listed twice.",
            "One of the two is somebody else's. One person with two boards is `players: Ann = A1 + A2`.",
            "Ann: 663 / KK943 / 88844\nAnn: JJ5 / AA762 / 9TJQK",
        ),
        "quote-unclosed": Code(
            "A quotation mark is opened and not closed.", 'Close it: `"Phil H."`.', '"Phil H.: foul'
        ),
        "short-name-taken": Code(
            "A short name stands for two players, or is another player's name.",
            "Give every player a short name of their own.",
            "players: Phil = P, Paul = P",
        ),
        # --- lines, keys and deals
        "board-before-deal": Code(
            "A board stands before the first `deal` line and so belongs to no deal.",
            "Put a `deal` line before it.",
            "Ann: 663 / KK943 / 88844\ndeal 1",
        ),
        "colon-missing": Code(
            "A name, a row's label or a key has no colon behind it.", "Write the colon.", "top QQ5"
        ),
        "colon-twice": Code(
            "A colon has nothing before it, or follows another.", "One colon is enough.", "Gus: : 663 / KK943"
        ),
        "comment": Code(
            "`#` stands in the middle of a word.",
            "A comment begins at the start of a line or after a blank.",
            "Gus: 663 / KK943 / JJJ44#late",
        ),
        "control-character": Code("A line has a control character, and a log is plain text.", "Delete it."),
        "date": Code(
            "What follows a deal's name is no date.",
            "Write year, month and day, `2026-11-20`; a name of several words goes in quotes.",
            "deal 1 20.11.2026",
        ),
        "deal-endless": Code(
            "A deal, or a header, has more than 1,000 boards and keys.",
            "Was a `deal` line left out? The rest of it is not looked at.",
        ),
        "deal-line": Code(
            "A `deal` line has no name, a colon, or too many words.",
            "Write `deal 1`, or `deal 1 2026-11-20`.",
            "deal: 1",
        ),
        "deal-name-repeated": Code(
            "Two deals of a log have one name. Both are counted.",
            "Give every deal a name of its own.",
            "deal 1\nHero: foul\nGus: foul\ndeal 1\nHero: foul\nGus: foul",
        ),
        "deal-players": Code(
            "A deal has one board alone, none, or more than a deck has cards for.",
            "A deal needs two to four boards; `ofcscore explain` ranks one board alone.",
            "deal 1\nAnn: 663 / KK943 / 88844",
        ),
        "deal-repeated": Code(
            "Two deals in a row are the same, card by card. Both are counted.",
            "Was one written down twice? Then delete it, or mark it `void`.",
            "deal 1\n"
            "Hero: JJ5 / AA762 / 9TJQK\n"
            "Gus: 663 / KK943 / 88844\n"
            "deal 2\n"
            "Hero: JJ5 / AA762 / 9TJQK\n"
            "Gus: 663 / KK943 / 88844",
        ),
        "void-payment": Code(
            "A void deal has a payment, an adjustment or chips in it, and they count for nothing either.",
            "If they are to count, put them into another deal, or before the first one.",
            "deal 1\n"
            "void: wrong deck\n"
            "Hero: JJ5 / AA762 / 9TJQK\n"
            "Gus: 663 / KK943 / 88844\n"
            "paid: Gus -> Hero 20\n"
            "deal 2\n"
            "Hero: JJ5 / AA763 / 9TJQK\n"
            "Gus: 664 / KK943 / 88844",
        ),
        "key-empty": Code("Nothing stands behind a key.", "Write its value, or leave the key out.", "stake:"),
        "key-misplaced": Code(
            "A key stands where it has no meaning: in a deal, or before the first.",
            "currency, players, bankroll and rounds come before the first deal; void, and what is expected "
            "of a pair or a board, inside a deal.",
            "deal 1\ncurrency: EUR",
        ),
        "key-repeated": Code(
            "A key that holds once is there twice.", "Leave one of the two out.", "rules: ofc\nrules: chinese"
        ),
        "key-unknown": Code(
            "A line reads as a player's board, and is more likely a misspelt key.",
            "The hint has the nearest key.",
            "rule: ofc",
        ),
        "key-unreadable": Code(
            "What stands behind a key is not what the key needs.",
            "The hint shows how the key is written.",
            "bank: Ann Bob",
        ),
        "line-unreadable": Code(
            "A line is no board, no key and no `deal` line.",
            "A board is `Hero: QQ5 / AA762 / 9TJQK`; a remark begins with `#`.",
            "who dealt this?",
        ),
        "no-deals": Code(
            "A log has no deal.", "A single board line for each player is enough for one.", "rules: ofc"
        ),
        # --- numbers and money
        "adjust-unbalanced": Code(
            "What an `adjust` line gives and takes does not sum to zero.",
            "Somebody's share is missing or wrong; what the house takes or gives is a share of `house`.",
            "adjust: Gus +5, Hero -4",
        ),
        "boards-number": Code(
            "A row of a Parquet file says how many players its deal has, and has another number of boards.",
            "The deal was cut in two, or a board is missing.",
        ),
        "program-fault": Code(
            "The program failed at this deal of a Parquet file; the others are scored.",
            "Please report it, with the deal.",
        ),
        "chips-missing": Code(
            "Table stakes are played, and a player's chips are not known.",
            "Add them: `chips: Ann 100`.",
            "rules: ofc + table-stakes\n"
            "chips: Hero 100\n"
            "deal 1\n"
            "Hero: JJ5 / AA762 / 9TJQK\n"
            "Gus: 663 / KK943 / 88844",
        ),
        "currency": Code(
            "A currency is stated twice, or is none that can be read.",
            "Write a code such as EUR, or a symbol such as €, before or behind the number.",
            "stake: EUR 2 USD",
        ),
        "currency-assumed": Code(
            "A log of a session has a stake without a currency, and other logs name one.",
            "Its money is counted in that currency. Write the one that was played for.",
            "$ ofcscore check --together log/euro.ofc log/plain.ofc",
        ),
        "currency-differs": Code(
            "One log has amounts in two currencies.", "Keep a log for each.", "stake: 1 EUR\ncurrency: USD"
        ),
        "currency-mixed": Code(
            "Logs of one session have different currencies.",
            "Score the logs of each by themselves.",
            "$ ofcscore score log/euro.ofc log/dollar.ofc",
        ),
        "expect-failed": Code(
            "A result is not what an `expect` line says.",
            "The message has both numbers. Either the expectation or a board is wrong.",
            "deal 1\nHero: JJ5 / AA762 / 9TJQK\nGus: 663 / KK943 / 88844\nexpect: Hero +7",
        ),
        "expect-unreadable": Code(
            "An `expect` line has a word that is nothing to be expected, or lacks a number.",
            "Write `expect A/B: -2, top +2`, or `expect B: royalties 7, foul, fantasyland 14`.",
            "deal 1\nHero: foul\nGus: foul\nexpect Hero/Gus: topp +2",
        ),
        "number-missing": Code("A number is missing.", "Write it behind the name.", "adjust: Gus, Hero -5"),
        "number-negative": Code(
            "A number is negative, or nothing, where that has no meaning.", "Leave the sign out.", "stake: -2"
        ),
        "number-too-long": Code(
            "A number has more than nine digits before the point or more than four behind it.",
            "Round it.",
            "stake: 0.00001",
        ),
        "number-unreadable": Code(
            "A number is not written in plain digits.",
            "Write 12, 0.50 or -3: a point and no comma, no exponents, no signs between digits.",
            "stake: 1,50",
        ),
        "paid-to-self": Code(
            "A payment goes from a player to the same player.", "Name the other one.", "paid: Ann -> Ann 20"
        ),
        "stake-zero": Code(
            "The stake is 0, so that nobody owes anything.",
            "Leave it out where points alone count.",
            "stake: 0",
        ),
        "stake-missing": Code(
            "There is money in a session, and points that have no stake.",
            "Write what a point is worth, as in `stake: 0.50 EUR`, or settle the points by themselves.",
            "deal 1\nHero: JJ5 / AA762 / 9TJQK\nGus: 663 / KK943 / 88844\npaid: Gus -> Hero 5 EUR",
        ),
        "stake-negative": Code(
            "A stake is negative.", "Leave the sign out.", "$ ofcscore settle Ann=3 Bob=-3 --stake=-1"
        ),
        "total-repeated": Code(
            "A player has two totals.", "Add them up.", "$ ofcscore settle Ann=3 Bob=-5 Ann=2"
        ),
        "total-unreadable": Code(
            "A total is not NAME=POINTS.", "Write `Ann=-25`.", "$ ofcscore settle Ann:3 Bob=-3"
        ),
        "totals-unbalanced": Code(
            "Totals do not sum to zero, so what one wins another has not lost.",
            "One of them is wrong, or somebody is missing.",
            "$ ofcscore settle Ann=3 Bob=-2",
        ),
        # --- the rules in a session
        "aces-unknown": Code(
            "The aces bet needs to know how many aces a board without cards had.",
            "Write `foul (2 aces)`.",
            "rules: chinese + aces-bet\ndeal 1\nHero: 225 / 77664 / 9TJQK\nGus: foul",
        ),
        "bank-missing": Code(
            "The rules play against a bank, and nobody is named as the bank, or the bank is not in a deal.",
            "Add `bank: Ann`.",
            "rules: chinese + bank\ndeal 1\nHero: 225 / 77664 / 9TJQK\nGus: 333 / KK944 / 888QQ",
        ),
        "fantasyland-due": Code(
            "A session ends while somebody is due a fantasyland deal.",
            "Play it, or agree to leave it out.",
            "deal 1\nHero: QQ5 / AA762 / 9TJQK\nGus: 663 / KK943 / 88844",
        ),
        "fantasyland-missed": Code(
            "A fantasyland deal is played without somebody of the deal before.",
            "Nobody may leave before it is played.",
            "deal 1\n"
            "Hero: QQ5 / AA762 / 9TJQK\n"
            "Gus: 663 / KK943 / 88844\n"
            "Ann: 22T / 77358 / JJ A 4 9\n"
            "deal 2\n"
            "Hero: 225 / 77664 / 9TJQK\n"
            "Gus: 33A / KK943 / 88845",
        ),
        "fantasyland-uncaused": Code(
            "A board is marked `(fantasyland)`, and the deal before gave no cause.",
            "Check that deal, or leave the mark out.",
            "deal 1\n"
            "Hero: JJ5 / AA762 / 9TJQK\n"
            "Gus: 663 / KK943 / 88844\n"
            "deal 2\n"
            "Hero: (fantasyland) 225 / 77664 / 9TJQK\n"
            "Gus: 33A / KK943 / 88845",
        ),
        "fantasyland-unknown": Code(
            "A board is marked `(fantasyland)` under rules that have none.",
            "Leave the mark out.",
            "rules: chinese\ndeal 1\nHero: (fantasyland) 225 / 77664 / 9TJQK\nGus: 333 / KK944 / 888QQ",
        ),
        "fantasyland-unmarked": Code(
            "A player is in fantasyland, and the board has no mark in a log that marks others.",
            "Add `(fantasyland)` behind the board.",
            "deal 1\n"
            "Hero: QQ5 / AA762 / 9TJQK\n"
            "Gus: KK3 / 77442 / 88855\n"
            "deal 2\n"
            "Hero: 225 / 77664 / 9TJQK\n"
            "Gus: (fantasyland) 33A / KK943 / 88845",
        ),
        "player-out": Code(
            "A player who lost the whole bankroll plays on.",
            "Leave the player out of later deals, or take the bankroll out of the rules.",
            "rules: ofc\n"
            "bankroll: 2\n"
            "deal 1\n"
            "Hero: JJ5 / AA762 / 9TJQK\n"
            "Gus: foul\n"
            "deal 2\n"
            "Hero: JJ5 / AA763 / 9TJQK\n"
            "Gus: 663 / KK943 / 88844",
        ),
        "players-number": Code(
            "A deal has more players than the rules are for, or fewer.",
            "Choose other rules, or split the deal.",
            "rules: ofc-pineapple\n"
            "deal 1\n"
            "A: 2s 2h 3d / 4s 4h 5d 6s 7h / 8s 8h 9d 9s Th\n"
            "B: 2d 2c 3s / 4d 4c 5s 6h 7d / 8d 8c 9h 9c Ts\n"
            "C: 3h 3c 5h / 5c 6d 6c 7s 7c / Td Tc Js Jh Jd\n"
            "D: Jc Qs Kc / Qd Qc Ks Kh Kd / Qh As Ah Ad Ac",
        ),
        "rounds-differ": Code(
            "Another number of deals was played than `rounds:` says.",
            "Fantasyland deals do not count.",
            "rounds: 3\ndeal 1\nHero: JJ5 / AA762 / 9TJQK\nGus: 663 / KK943 / 88844",
        ),
        "surrender-unknown": Code(
            "A player surrenders under rules that have no surrender.",
            "Add the option: `rules: chinese + surrender`.",
            "deal 1\nHero: surrender\nGus: 663 / KK943 / 88844",
        ),
        # --- files and forms
        "broken-installation": Code(
            "A file that belongs to the program is missing.", "Install ofcscore again."
        ),
        "live-file": Code(
            "`live` cannot write to the log.",
            "The message has the system's reason; a folder or a pipe is no log.",
            "$ ofcscore live none/x.ofc",
        ),
        "live-form": Code(
            "`live` writes text logs, and this log is of another form.",
            "`ofcscore convert` makes a text log of it.",
            "$ ofcscore live log/x.yaml",
        ),
        "live-in-use": Code(
            "Another `ofcscore live` has the log open.",
            "Quit the other one first: a log is written at one table.",
        ),
        "file-unreadable": Code(
            "A file cannot be opened or read.",
            "The message has the system's reason.",
            "$ ofcscore score none.ofc",
        ),
        "form-assumed": Code(
            "The form of a log was guessed from its first line, and there are problems in it.",
            "Say the form with `--from`, or give the file the right suffix.",
        ),
        "form-mismatch": Code(
            "A file's name says one form of log, and it looks like another.",
            "Rename it, or say the form with `--from`.",
        ),
        "line-break": Code(
            "A line has a character that some programs take for the end of a line.",
            "End lines with LF or CRLF, as editors do.",
        ),
        "line-too-long": Code(
            "A line has more than 4,096 characters.", "A line holds one board or one key; is this a log?"
        ),
        "not-text": Code("A file is no text.", "A log is a plain text file."),
        "not-utf8": Code("A file is not in UTF-8.", "Save it as UTF-8."),
        "template-file": Code(
            "A template cannot be read.",
            "Check the path.",
            "$ ofcscore score log/x.ofc --format html --template none.html",
        ),
        "template-invalid": Code(
            "A template has a mistake.",
            "The message says where.",
            "$ ofcscore score log/x.ofc --format html --template log/page.html",
        ),
        "unwritable": Code(
            "Another form of log has no way to say what this one says.",
            "The message says what it is: a note of several lines, two deals of one name in CSV.",
            "$ ofcscore convert log/note.yaml --to text",
        ),
        # --- CSV and JSON Lines
        "csv-cell": Code(
            "A cell of a spreadsheet stands where it says nothing.",
            "The message says why: no column above it, no deal or no key beside it.",
            "deal,player,top,mid,bot\n1,Ann,663,KK943,88844,extra",
        ),
        "csv-column": Code(
            "A column of a spreadsheet has a name that is no part of a log, or that another column has.",
            "Columns are deal, date, player, top, mid, bot, status, claim, dealer, note, key and value.",
            "deal,player,top,mid,botom\n1,Ann,663,KK943,88844",
        ),
        "csv-header": Code(
            "The first line of a CSV file does not name the columns that boards need.",
            "Write `deal,player,top,mid,bot` above the boards.",
            "1,Ann,663,KK943,88844",
        ),
        "csv-quote": Code(
            "A cell in quotes is not closed on its line, or something follows its closing quote.",
            "A cell holds one line of text; a quote inside it is written twice.",
            'deal,player,top,mid,bot\n1,"Ann,663,KK943,88844',
        ),
        "deal-apart": Code(
            "The rows of one deal do not stand together in a CSV file.",
            "Put them together, or give the other deal another name or date.",
            "deal,player,top,mid,bot\n1,Ann,663,KK943,88844\n2,Ann,foul,,\n1,Bob,JJ5,AA762,9TJQK",
        ),
        "json-syntax": Code(
            "A line of JSON Lines is no JSON.",
            "The message and the caret say where it goes wrong.",
            '{"boards": {"Ann": "foul", "Bob" "foul"}}',
        ),
        # --- YAML and JSON
        "yaml-character": Code("A YAML text has a character that has no place in a text.", "Delete it."),
        "yaml-depth": Code(
            "A YAML text is nested more than 32 deep.",
            "No log or rule set is.",
            "note: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
        ),
        "yaml-documents": Code(
            "A rule file has a second document.",
            "Write one rule set in one file.",
            "name: house\ntitle: House\nsource: ours\nextends: ofc\n---\nname: other",
        ),
        "yaml-feature": Code(
            "Anchors, aliases, merge keys and tags are not read.",
            "Write out what is to be the same; every value is text.",
            "note: &same Friday",
        ),
        "yaml-key": Code(
            "A YAML key is a list, a mapping, or empty.", "A key is one word here.", "? [a, b]\n: c"
        ),
        "yaml-long": Code("A YAML text is longer than 4,096 characters.", "Shorten it."),
        "yaml-repeated-key": Code(
            "A key is there twice in one mapping.", "Keep one of the two.", "stake: 1\nstake: 2"
        ),
        "yaml-shape": Code(
            "A list, a mapping or a text stands where something else is expected.",
            "A log is a mapping with `deals`, a list of deals; a deal has `boards`, by player.",
            "deals: none",
        ),
        "yaml-syntax": Code(
            "A file is no YAML.", "The message and the caret say where it goes wrong.", "boards: {Ann: foul"
        ),
        # --- rule sets
        "rules-cycle": Code(
            "A rule set extends itself, by way of others.",
            "Leave the `extends:` out of one.",
            "name: house\ntitle: House\nsource: ours\nextends: ./rules-cycle.yaml",
        ),
        "rules-doubt": Code(
            "A rule set can be played, and looks wrong: a better row that is paid less, say.",
            "Look at it again; nothing need be done where it is meant so.",
            "name: house\ntitle: House\nsource: ours\nextends: ofc\nroyalties:\n  bottom: {flush: 9}",
        ),
        "rules-file": Code(
            "A rule file cannot be read.",
            "The path is relative to the log, and ends in .yaml or .yml.",
            "rules: ./none.yaml\ndeal 1\nHero: JJ5 / AA762 / 9TJQK\nGus: 663 / KK943 / 88844",
        ),
        "rules-key": Code(
            "A rule file has a key that is no setting.",
            "The hint has the nearest one.",
            "name: house\ntitle: House\nsource: ours\nextends: ofc\nbotom: 3",
        ),
        "rules-missing": Code(
            "A rule set does not state every setting.",
            "Extend a shipped one: `extends: ofc`.",
            "name: house\ntitle: House\nsource: ours\npoints: {row: 1}",
        ),
        "rules-sense": Code(
            "An option makes no sense on the rule set before it.",
            "The message says why; leave it out.",
            "rules: ofc-27 + moon\ndeal 1\nHero: JJ5 / AA762 / 9TJQK\nGus: 663 / KK943 / 88844",
        ),
        "rules-set": Code(
            "A setting is not written KEY=VALUE.",
            "Write `--set points.scoop=0`.",
            "$ ofcscore score log/x.ofc --set points.scoop",
        ),
        "rules-sum": Code(
            "What should be a sum of rule sets cannot be read.",
            "Write `ofc`, or `chinese + surrender`.",
            "rules: ofc +\ndeal 1\nHero: JJ5 / AA762 / 9TJQK\nGus: 663 / KK943 / 88844",
        ),
        "rules-twice": Code(
            "A rule set is named twice in one sum.",
            "Leave one out.",
            "rules: ofc + moon + moon\ndeal 1\nHero: JJ5 / AA762 / 9TJQK\nGus: 663 / KK943 / 88844",
        ),
        "rules-unknown": Code(
            "There is no rule set of this name.",
            "`ofcscore rules list` has all; a file is written with a slash.",
            "rules: ofc-pinapple\ndeal 1\nHero: JJ5 / AA762 / 9TJQK\nGus: 663 / KK943 / 88844",
        ),
        "rules-value": Code(
            "A setting has a value that it cannot have.",
            "The message says what it may be.",
            "name: house\ntitle: House\nsource: ours\nextends: ofc\npoints: {scoop: many}",
        ),
        "rules-whole": Code(
            "A rule set that states every setting stands behind another, of which nothing would be left.",
            "Name one of the two.",
            "rules: ofc + chinese\ndeal 1\nHero: JJ5 / AA762 / 9TJQK\nGus: 663 / KK943 / 88844",
        ),
    }
)
"""Code -> what it means."""
