"""What keys are called in other words, and in other languages: the key that a line is meant to have."""

import re
import unicodedata
from typing import Final

_KEYS: Final = {
    "stake": (
        "point unit einsatz einsätze punktwert"
        " mise mises apuesta apuestas puntata posta aposta apostas inzet stawka"
        " cược 底分 底注 注额 每水 每分 赌注"
    ),
    "players": (
        "spieler spielerinnen mitspieler joueur joueurs joueuses jugador jugadores jugadoras giocatore"
        " giocatori giocatrici jogador jogadores speler spelers gracz gracze 玩家 选手 牌手"
    ),
    "rules": (
        "regel regeln variante règle règles regla reglas regola regole regra regras regels zasady luật"
        " game 规则 玩法 規則"
    ),
    "date": "datum fecha data 日期",
    "currency": "währung devise monnaie moneda valuta moeda waluta 货币 币种 貨幣",
    "paid": (
        "payed payment payments bezahlt gezahlt payé pagado pagato pago betaald zapłacono zapłacone 已付 付款"
    ),
    "note": "notiz anmerkung bemerkung remarque nota opmerking notatka uwaga 备注 備註",
    "dealer": "button btn geber donneur repartidor mazziere 庄家",
    "bank": "banker bankhalter",
}
"""Words in small letters for each key."""
_KEY_OF: Final = {word: key for key, words in _KEYS.items() for word in words.split()}
_POINT: Final = "points?|pts?|punkte?n?|pkt|puntos?|punti|pontos?|punten?|điểm|分|水"
_A_POINT: Final = re.compile(
    rf"[ \t]*(?:(?:pro|par|por|per|je|za|mỗi|每)[ \t]*|/[ \t]*)(?ai:{_POINT})[.]?[ \t]*(?=$|#)"
)
_COMMA: Final = re.compile("(?<=[0-9]),(?=[0-9]{1,2}(?![0-9]))")


def key_called(word: str) -> str | None:
    """The key that is called so, None for any other word.

    >>> key_called("Einsatz"), key_called("规则"), key_called("Ana")
    ('stake', 'rules', None)
    """
    return _KEY_OF.get(unicodedata.normalize("NFC", word).lower())


def plain_amount(text: str) -> str:
    """What a point is worth with a point for a comma, and without the words that say that it is a point's.

    >>> plain_amount("0,50 € pro Punkt"), plain_amount("1€/pt"), plain_amount("1 EUR")
    ('0.50 €', '1€', '1 EUR')
    """
    return _COMMA.sub(".", _A_POINT.sub("", text))
