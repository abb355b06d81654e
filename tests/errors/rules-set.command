score log/x.ofc --set points.scoop
