live log/x.yaml
