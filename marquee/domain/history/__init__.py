"""What has happened to the site's rows: how it is recorded, how much of it an account may do, how long it is kept."""
