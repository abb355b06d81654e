score log/x.ofc --format html --template log/page.html
