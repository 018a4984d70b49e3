"""What people type: names on one line, web addresses, profiles of other sites, emails; how each is read and kept."""
