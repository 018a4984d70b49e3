"""The design's colours that are needed outside its style sheets, by their names in frontend/src/styles/tokens.css."""

STAGE = "#0a1211"
"""The ground of all that is dark, and of every page in the dark theme."""
STOCK = "#ff8fa3"
"""The accent of a site that has chosen none: the pink paper that tickets are printed on."""
ON_STOCK = "#14090c"
"""Text on the accent, whichever it is, in both themes."""
