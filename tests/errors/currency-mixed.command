score log/euro.ofc log/dollar.ofc
