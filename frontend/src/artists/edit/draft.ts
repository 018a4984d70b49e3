import { announcementOf, LATER, UNANNOUNCED } from '../../announcement';
import { LIMITS } from '../../columns';
import { completeAddress, isWebAddress } from '../../paths';
import { HANDLES, type Column as HandleColumn, readHandle } from '../../texts/handles';
import { textErrors } from '../../texts/text-errors';
import type { Artist, NewArtist } from '../../types';
import type { Errors } from '../../ui/form/use-form';
import { merged } from '../../ui/form/values';
import { absoluteImage, storedImage } from './image-url';
import { allLinks, linksIn, linksProblem, linksText, listedLinks, mergedLinks } from './links';

type Column = keyof NewArtist;

/** An artist as typed into a form: every field is a string; see `links.ts` for those of the links. */
export type ArtistDraft = Record<Column | 'links' | 'new_link', string>;

const EMPTY: Record<Column, string> = {
  name: '',
  genre: '',
  image: '',
  image_alt: '',
  credit: '',
  followers: '0',
  latest_song: '',
  website: '',
  social_instagram: '',
  social_twitter: '',
  bio: '',
  published_at: '',
};

export const EMPTY_DRAFT: ArtistDraft = { ...EMPTY, links: '[]', new_link: '' };

const COLUMNS = Object.keys(EMPTY) as Column[];
const FIELDS = Object.keys(EMPTY_DRAFT) as (keyof ArtistDraft)[];

export function draftOf(artist: Artist, origin: string): ArtistDraft {
  const draft = { ...EMPTY_DRAFT };
  for (const column of COLUMNS) draft[column] = artist[column] ?? '';
  draft.image = absoluteImage(artist.image, origin);
  draft.links = linksText(artist.links);
  draft.published_at = announcementOf(artist);
  return draft;
}

/** The artist to save: handles without `@` or URL, our own pictures as paths, empty fields as null. */
export function artistOf(draft: ArtistDraft, origin: string): NewArtist {
  return {
    name: draft.name.trim(),
    genre: draft.genre.trim(),
    image: storedImage(imageUrl(draft), origin),
    image_alt: draft.image_alt.trim() || null,
    credit: draft.credit.trim() || null,
    followers: draft.followers.trim(),
    latest_song: draft.latest_song.trim() || null,
    bio: draft.bio.trim() || null,
    social_instagram: handleIn(draft, 'social_instagram'),
    social_twitter: handleIn(draft, 'social_twitter'),
    website: completeAddress(draft.website) || null,
    ...(draft.published_at && { published_at: announced(draft.published_at) }),
  };
}

/** One that cannot be read stays as it is: the form says what is wrong. */
function handleIn(draft: ArtistDraft, column: HandleColumn): string | null {
  const found = readHandle(column, draft[column]);
  return 'name' in found ? found.name : draft[column].trim() || null;
}

function announced(at: string): string | null {
  return at === UNANNOUNCED ? null : at;
}

/** `artist` with the changes made in `draft`; everything else stays exactly as it is stored. */
export function editedArtist(artist: Artist, draft: ArtistDraft, origin: string): Artist {
  // The site's own clock says when "at once" is.
  const typed = { published_at: 'now', ...artistOf(draft, origin) };
  const before = draftOf(artist, origin);
  const changed = COLUMNS.filter((column) => draft[column] !== before[column]);
  return { ...artist, ...Object.fromEntries(changed.map((column) => [column, typed[column]])) };
}

export function changesLinks(before: ArtistDraft, draft: ArtistDraft): boolean {
  return draft.links !== before.links || linksIn(draft.new_link).length > 0;
}

export function checkEdited(before: ArtistDraft, draft: ArtistDraft): Errors<ArtistDraft> {
  const errors = checkArtist(draft);
  for (const field of FIELDS) if (draft[field] === before[field]) delete errors[field];
  return errors;
}

/** As `merged`; changes of the list of links add up. */
export function mergedDraft(
  before: ArtistDraft,
  typed: ArtistDraft,
  newest: ArtistDraft,
): ArtistDraft {
  const draft = merged(before, typed, newest);
  if (typed.links === before.links) return draft;
  const lists = [before, typed, newest].map(listedLinks) as Parameters<typeof mergedLinks>;
  return { ...draft, links: linksText(mergedLinks(...lists)) };
}

export function checkArtist(draft: ArtistDraft): Errors<ArtistDraft> {
  const listed = listedLinks(draft);
  const errors: Errors<ArtistDraft> = {
    ...textErrors(draft, LIMITS.music_artists),
    links: linksProblem(listed),
    new_link: linksProblem(allLinks(draft), listed.length),
  };
  if (!isWebAddress(imageUrl(draft))) errors.image = WEB_ADDRESS;
  if (draft.website.trim() && !isWebAddress(completeAddress(draft.website)))
    errors.website = WEB_ADDRESS;
  for (const field of HANDLES) {
    const found = readHandle(field, draft[field]);
    if (draft[field].trim() && 'problem' in found)
      errors[field] = `This ${found.problem}. Enter @name, or the whole address of the profile.`;
  }
  if (draft.published_at === LATER) errors.published_at = 'Enter a date and time.';
  if (!draft.name.trim()) errors.name = 'Enter a name.';
  if (!draft.genre.trim()) errors.genre = 'Enter a genre.';
  if (!draft.image.trim()) errors.image = 'Enter the URL of an image.';
  if (!draft.followers.trim()) errors.followers = 'Enter a number, for example 0.';
  return errors;
}

/** A picture has a path: 'night-ferry.jpg' alone is the name of a file. */
function imageUrl({ image }: ArtistDraft): string {
  return image.includes('/') ? completeAddress(image) : image.trim();
}

const WEB_ADDRESS = 'Enter a web address, for example https://example.com';
