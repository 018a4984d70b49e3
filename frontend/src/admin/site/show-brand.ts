import type { SiteSettings } from '../../api/settings';
import { openSite } from '../../site';
import type { Site } from '../../types';
import { addSheet } from '../../ui/page-style';
import { PINK } from './contrast';

/** The pink as text on light pages: `--accent` in styles/tokens.css. */
const PINK_ON_LIGHT = '#a8123f';

let sheet: CSSStyleSheet | null = null;

/**
 * Shows settings that were just saved in the page that is open. Every other page gets them from the server: its colours
 * by rules like these (marquee/site/brand_style.py), its words as part of `site`.
 */
export function showBrand(site: Site, settings: SiteSettings): void {
  const { site_name, tagline, footer, logo, contact } = settings;
  const contactUrl = contact && (contact.includes('://') ? contact : `mailto:${contact}`);
  openSite.change?.({
    name: site_name ?? site.name,
    tagline: tagline || undefined,
    footer: footer || undefined,
    logo: logo || undefined,
    contact_url: contactUrl || undefined,
  });
  sheet ??= addSheet('', 'push');
  sheet.replaceSync(rulesOf(settings));
}

function rulesOf({ accent, accent_on_dark, accent_on_light }: SiteSettings): string {
  const [onDark, onLight] = [accent_on_dark ?? PINK, accent_on_light ?? PINK_ON_LIGHT];
  return `@media screen {
    :root { --stock: ${accent ?? PINK}; --accent: ${onDark}; --focus: ${onDark} }
    .brand:has(img) { flex: 1 1 96px; max-width: 168px; height: 48px; padding-block: 4px }
    .brand img { width: 100%; height: 40px; object-fit: contain; object-position: 0 }
  }
  @media screen and (prefers-color-scheme: light) {
    :root { --accent: ${onLight}; --focus: ${onLight} }
  }`;
}
