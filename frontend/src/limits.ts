/** Written by `make docs` from what the service goes by: what it takes, gives and keeps. */

/** How long what was changed can be undone. */
export const KEPT_DAYS = 30 as const;

/** The most characters of an account's own name that others read. */
export const MAX_NAME = 100 as const;

/** The most pixels of an edge of a picture that is kept: longer ones are made smaller. */
export const MAX_PICTURE_EDGE = 3200 as const;

/** The most pixels of a picture that is decoded whole. */
export const MAX_PICTURE_PIXELS = 16000000 as const;

/** The most rows of an answer. */
export const MAX_ROWS = 1000 as const;

/** The most megabytes of a table of artists or events. */
export const MAX_TABLE_MB = 2 as const;

/** The most words of a search. */
export const MAX_WORDS = 20 as const;

/** How long the link works that a forgotten password is set anew with. */
export const RECOVERY_MINUTES = 60 as const;
