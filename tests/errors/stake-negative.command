settle Ann=3 Bob=-3 --stake=-1
