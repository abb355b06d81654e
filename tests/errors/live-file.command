live none/x.ofc
