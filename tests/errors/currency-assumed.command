check --together log/euro.ofc log/plain.ofc
