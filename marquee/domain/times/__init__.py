"""When something is: nights and zones of events, and the moment from which on everybody sees a row."""
