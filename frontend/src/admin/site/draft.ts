import type { NewSettings, SiteSettings } from '../../api/settings';
import { absoluteImage, storedImage } from '../../artists/edit/image-url';
import { LIMITS } from '../../columns';
import { completeAddress, isSecureAddress } from '../../paths';
import { textErrors } from '../../texts/text-errors';
import type { Errors } from '../../ui/form/use-form';
import { colourIn, isReadable, PINK } from './contrast';

const FIELDS = ['site_name', 'tagline', 'footer', 'contact', 'logo', 'accent'] as const;

/** What the form holds: texts, empty for what is not set; the accent as it was typed. */
export type SiteDraft = Record<(typeof FIELDS)[number], string>;

export function draftOf(settings: SiteSettings, origin: string): SiteDraft {
  const { site_name, tagline, footer, contact, logo, accent } = settings;
  return {
    site_name: site_name ?? '',
    tagline: tagline ?? '',
    footer: footer ?? '',
    contact: contact ?? '',
    logo: absoluteImage(logo ?? '', origin),
    accent: accent ?? PINK,
  };
}

/** What to save: the columns of the fields that differ. */
export function changedSettings(before: SiteDraft, draft: SiteDraft, origin: string): NewSettings {
  const tidy = tidied(draft);
  const changed = FIELDS.filter((field) => tidy[field] !== before[field]);
  const stored = { ...tidy, logo: storedImage(tidy.logo, origin) };
  return Object.fromEntries(
    changed.map((field) => {
      const isDefault = !stored[field] || (field === 'accent' && stored.accent === PINK);
      return [field, isDefault ? null : stored[field]];
    }),
  );
}

export function checkSite(draft: SiteDraft): Errors<SiteDraft> {
  const tidy = tidied(draft);
  const { site_name, tagline, footer } = LIMITS.music_settings;
  const errors: Errors<SiteDraft> = textErrors(tidy, { site_name, tagline, footer });
  if (tidy.contact && !isAddress(tidy.contact)) errors.contact = CONTACT;
  if (
    tidy.logo &&
    !isSecureAddress(tidy.logo) &&
    !tidy.logo.startsWith(`${window.location.origin}/`)
  )
    errors.logo = 'Enter the address of a picture that starts with https://';
  const accent = colourIn(draft.accent);
  if (!accent) errors.accent = 'Enter six digits from 0 to f, for example #ffc24b.';
  else if (!isReadable(accent)) errors.accent = 'Choose a lighter colour.';
  return errors;
}

function tidied(draft: SiteDraft): SiteDraft {
  const texts = Object.entries(draft).map(([field, text]) => [field, text.trim()]);
  const tidy = Object.fromEntries(texts) as SiteDraft;
  const contact = tidy.contact.includes('@') ? tidy.contact : completeAddress(tidy.contact);
  return { ...tidy, contact, accent: colourIn(tidy.accent) ?? tidy.accent };
}

const isAddress = (text: string) =>
  isSecureAddress(text) || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
const CONTACT = 'Enter an email address, or a web address that starts with https://';
