"""Mail: what it says, the queue it waits in, and how it is delivered."""
