score log/x.ofc --format html --template none.html
