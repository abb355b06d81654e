"""Read records of rooms and trackers as logs."""
