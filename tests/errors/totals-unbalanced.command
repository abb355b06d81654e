settle Ann=3 Bob=-2
