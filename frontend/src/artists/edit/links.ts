import { LIMITS } from '../../columns';
import { completeAddress, isWebAddress } from '../../paths';
import { lineFault } from '../../texts/visible';
import type { Link, NewLink } from '../../types';
import { placeAt } from '../services';

/** A link as typed, with its id if it is saved: `mara.bandcamp.com` is as good as its whole address. */
export type TypedLink = { id?: string; url: string; label: string };

/** A form's links: JSON of those in the list, and what was typed to be added. */
type LinksDraft = { links: string; new_link: string };

const MAX = LIMITS.music_links;

export function linksText(links: Link[] | TypedLink[]): string {
  return JSON.stringify(links.map(({ id, url, label }) => ({ id, url, label: label ?? '' })));
}

export function listedLinks({ links }: Pick<LinksDraft, 'links'>): TypedLink[] {
  return JSON.parse(links) as TypedLink[];
}

/** The links in the list, then those in what was typed to be added. */
export function allLinks(draft: LinksDraft): TypedLink[] {
  return [...listedLinks(draft), ...linksIn(draft.new_link)];
}

/** What is saved: complete addresses in their order, rows without one left out. */
export function savedLinks(draft: LinksDraft): NewLink[] {
  return allLinks(draft)
    .map(({ url, label, ...id }) => ({
      ...id,
      url: completeLink(url),
      label: label.trim() || null,
    }))
    .filter(({ url }) => url !== '');
}

/**
 * The links in pasted text: addresses on lines of their own or beside each other. Words before an address are its
 * label, unless its service is known; words without one are a row too, and so is what is no word, such as a handle: nothing
 * is lost unseen.
 */
export function linksIn(text: string): TypedLink[] {
  return text.split(/[\r\n]+/).flatMap(linksInLine);
}

function linksInLine(line: string): TypedLink[] {
  const found: TypedLink[] = [];
  let words: string[] = [];
  for (const piece of line.split(/\s+|[,;|](?=https?:|www\.)/)) {
    const url = piece.replace(/^[<("'“]+|[>)"'”,;]+$/g, '');
    if (isWebAddress(completeLink(url))) {
      found.push({ url, label: isKnown(url) ? '' : labelIn(words) });
      words = [];
    } else if (/^@\w|^\w+:\S/.test(url)) found.push({ url, label: '' });
    else words.push(piece);
  }
  const rest = words.join(' ').trim();
  if (/\p{L}/u.test(rest)) found.push({ url: rest, label: '' });
  return found;
}

/** `- My radio:` says that what follows is called 'My radio'. */
function labelIn(words: string[]): string {
  const label = words.join(' ').replace(/^[^\p{L}\p{N}]+|[\s:–—-]+$/gu, '');
  return /\p{L}/u.test(label) ? label : '';
}

/** The address that is meant, complete and with https, which hardly any site lacks. Anything else stays as it is. */
export function completeLink(typed: string): string {
  const text = typed.trim().replace(/^\/\//, '');
  const [, kind, id] = /^spotify:(\w+):(\w+)$/.exec(text) ?? [];
  if (kind) return `https://open.spotify.com/${kind}/${id}`;
  return completeAddress(text).replace(/^https?:/i, 'https:');
}

export function isKnown(typed: string): boolean {
  return placeAt(completeLink(typed))?.isKnown ?? false;
}

/** Says what is wrong with one of `links`; undefined when nothing is, or when it is empty. */
export function problemOf(links: TypedLink[], place: number): string | undefined {
  const { url: typed = '', label = '' } = links[place] ?? {};
  const url = completeLink(typed);
  if (url === '') return undefined;
  if (url.length > MAX.url) return `Use at most ${MAX.url} characters.`;
  if (!/^https:\/\/[^\s/?#@.]+(\.[^\s/?#@.]+)+([/?#]\S*)?$/.test(url))
    return 'This is no web address. Enter one such as name.bandcamp.com.';
  if ([...label].length > MAX.label) return `Use at most ${MAX.label} characters for the label.`;
  const fault = lineFault(label);
  if (fault) return fault;
  const same = links.findIndex((other) => bare(other.url) === bare(typed));
  return same < place ? `This is the same as link ${same + 1}.` : undefined;
}

/** What is wrong with any of `links` at or after place `first`. */
export function linksProblem(links: TypedLink[], first = 0): string | undefined {
  return links
    .map((_, place) => problemOf(links, place))
    .slice(first)
    .find(Boolean);
}

/** What a link is called in the names of its controls: its service, its label or its host. */
export function nameOf(links: TypedLink[], place: number): string {
  const name = ownName(links[place]);
  if (!name) return `link ${place + 1}`;
  const isOnly = links.filter((link) => ownName(link) === name).length === 1;
  return isOnly ? name : `${name} (link ${place + 1})`;
}

function ownName(link: TypedLink | undefined): string | undefined {
  return link && (link.label.trim() || placeAt(completeLink(link.url))?.name);
}

/** `typed`, with what was added, changed or removed between `before` and `newest` where nothing was typed. */
export function mergedLinks(
  before: TypedLink[],
  typed: TypedLink[],
  newest: TypedLink[],
): TypedLink[] {
  const merged = typed.flatMap((link) => {
    const now = sameIn(newest, link);
    const { id: _, ...mine } = link;
    if (isUntouched(before, link)) return now ? [now] : [];
    return [now?.id ? { id: now.id, ...mine } : mine];
  });
  return [...merged, ...newest.filter((link) => !sameIn(before, link) && !sameIn(typed, link))];
}

/** The link of a list that is the same one, or else has the same address. */
function sameIn(links: TypedLink[], { id, url }: TypedLink): TypedLink | undefined {
  return (
    links.find((link) => id !== undefined && link.id === id) ??
    links.find((link) => bare(link.url) === bare(url))
  );
}

function isUntouched(before: TypedLink[], { url, label }: TypedLink): boolean {
  return before.some((link) => link.url === url && link.label === label);
}

/** The address without what does not tell it from another. */
function bare(typed: string): string {
  return completeLink(typed)
    .replace(/^https:\/\/(www\.)?/, '')
    .replace(/\/$/, '');
}
