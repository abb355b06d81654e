"""Scoring on phones: `ofcscore host`, a small web server on the engine of `live`.

`table` runs the phones' actions and builds the data that they show. `server` is the web app with access
control. `page` is the web page that the phones open.
"""
