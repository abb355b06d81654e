settle Ann=3 Bob=-5 Ann=2
