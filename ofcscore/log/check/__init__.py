"""Located syntax comes in; headers and deals that can be scored go out, and what is wrong with the others."""
