import profiles from '../profiles.json';

export type Column = keyof typeof profiles;
type Service = { name: string; hosts: string[]; pages: string[] };

export const HANDLES = Object.keys(profiles) as Column[];
const SERVICES: Record<Column, Service> = profiles;
const HOSTS = Object.values(SERVICES).flatMap(({ hosts }) => hosts);
const ADDRESS = new RegExp(
  `^(?:(?:https?:)?//)?(?:(?:www|m|mobile)\\.)?(${HOSTS.join('|').replaceAll('.', '\\.')})(?:/(?:#!/)?([^/?#]*).*)?$`,
  'i',
);
/** What a copied address stands between: brackets, quotes, and the sign behind it in a sentence. */
const AROUND = /^[\s<>()[\]"'“”‘’«»,;:]+|[\s<>()[\]"'“”‘’«»,;:]+$/g;
const PLAIN = /^(?=\.*[\p{L}\p{N}_])[\p{L}\p{N}_.]+$/u;

/**
 * The name of a profile of this column's service, however it was typed: 'https://www.instagram.com/vesnakole/?hl=en'
 * is 'vesnakole'. Otherwise the end of a sentence about what it is instead. Read as on the server (domain/texts/handles.py).
 */
export function readHandle(column: Column, typed: string): { name: string } | { problem: string } {
  const { name: service, hosts, pages } = SERVICES[column];
  const text = typed.replace(AROUND, '').replaceAll('\uff20', '@');
  const [isAddress, host = '', path = ''] = ADDRESS.exec(text) ?? [];
  if (isAddress !== undefined && !hosts.includes(host.toLowerCase()))
    return { problem: `is an address of another service than ${service}` };
  const shown = isAddress === undefined ? text.replace(/\/?(?:[?#].*)?$/, '') : path;
  if (shown.includes('/')) return { problem: `is no address at ${service}` };
  const name = shown.replace(/^@+/, '');
  if (name.includes('@'))
    return {
      problem: `is not a name at ${service}: one with a second @ is of an email or of Mastodon`,
    };
  if (pages.includes(name.toLowerCase()))
    return { problem: `leads to a page of ${service}, not to a profile` };
  return PLAIN.test(name) ? { name } : { problem: 'is not a name there' };
}

/** The profile that a saved name is of: where it is and how it is written; null for a name that leads nowhere. */
export function profileOf(column: Column, saved: string | null) {
  const found = readHandle(column, saved ?? '');
  if (!('name' in found)) return null;
  const { name, hosts } = SERVICES[column];
  const url = `https://${hosts[0]}/${encodeURIComponent(found.name)}`;
  return { place: name, text: `@${found.name}`, url };
}
