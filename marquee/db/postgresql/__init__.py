"""PostgreSQL: connections, the notices of commits, what its errors mean, and the database made of them."""
