"""What a brand changes of pages: a few rules after their style, and the words that the front end shows. No I/O.

Nothing at all where nothing is set. See docs/decisions/0060-a-colour-is-a-rule-in-the-page.md.
"""

from marquee.domain.brand import Brand

# On every theme the head of a page is dark. The room is kept before the picture is there.
_LOGO = (
    ".brand:has(img){flex:1 1 96px;max-width:168px;height:48px;padding-block:4px}"
    ".brand img{width:100%;height:40px;object-fit:contain;object-position:0}"
)


def brand_css(brand: Brand) -> str:
    """The rules that put the accent in the place of the pink (frontend/src/styles/tokens.css), and set the logo."""
    return _accent_css(brand) + (_LOGO if brand.logo else "")


def _accent_css(brand: Brand) -> str:
    if brand.accent is None:
        return ""
    on_dark, on_light = (f"--accent:{shade};--focus:{shade}" for shade in (brand.accent_on_dark, brand.accent_on_light))
    dark = f"@media screen{{:root{{--stock:{brand.accent};{on_dark}}}}}"  # paper stays black and white
    return f"{dark}@media screen and (prefers-color-scheme:light){{:root{{{on_light}}}}}"


def said_of(brand: Brand) -> dict[str, str]:
    """What the front end needs to know beyond the name (`Site` in frontend/src/types.ts)."""
    said = {"tagline": brand.tagline, "footer": brand.footer, "logo": brand.logo, "contact_url": brand.contact_url}
    return {name: value for name, value in said.items() if value}
