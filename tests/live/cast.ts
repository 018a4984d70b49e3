/** The cast of every test and what is on their site: the same five people and three artists as in `tests/cast.py`. */

import { daysFromToday } from './dates';

export const SIGNED_IN = ['admin', 'contact', 'owner', 'stranger'] as const;
export const EVERYBODY = ['visitor', ...SIGNED_IN] as const;

/** `contact` is a music contact, `owner` owns `mara-voss`, `stranger` has an account and no rights. */
export type SignedIn = (typeof SIGNED_IN)[number];
export type Who = (typeof EVERYBODY)[number];

export const PASSWORD = 'a long and lovely evening';
export const OWNED = 'mara-voss';
export const OTHER = 'night-ferry';

/** Pictures are files of the site's own media folder: no test asks another machine for anything. */
const PICTURES = '/storage/v1/object/public/cast';

export const emailOf = (who: SignedIn): string => `${who}@stage.test`;

export const ARTISTS = [
  {
    id: 'mara-voss',
    name: 'Mara Voss',
    genre: 'Art pop',
    image: `${PICTURES}/vesna-kole.webp`,
    followers: '1.2M',
    latest_song: 'Salt Hour',
    bio: 'Mara Voss writes at night.',
    social_instagram: 'maravoss',
    social_twitter: '@mara_voss',
    website: 'https://mara-voss.example',
    is_featured: true,
  },
  {
    id: 'night-ferry',
    name: 'Night Ferry',
    genre: 'Dream pop',
    image: `${PICTURES}/night-ferry.webp`,
    followers: '864K',
    latest_song: 'Harbour Lights',
    bio: null,
    social_instagram: null,
    social_twitter: null,
    website: null,
    is_featured: false,
  },
  {
    id: 'abel-quintero',
    name: 'Abel Quintero',
    genre: 'Jazz',
    image: `${PICTURES}/abel-quintero-trio.webp`,
    followers: '12,400',
    latest_song: null,
    bio: 'Piano, bass and a drummer.',
    social_instagram: null,
    social_twitter: null,
    website: null,
    is_featured: false,
  },
] as const;

/** One is past; `abel-quintero` has none. Not in the order of their dates. */
/** Settings as a new site has them. */
export const UNSET = {
  site_name: null,
  tagline: null,
  footer: null,
  accent: null,
  logo: null,
  contact: null,
};

export const events = () => [
  { date: daysFromToday(60), venue: 'Silver Oar', location: 'Glasgow', artist_id: 'mara-voss' },
  {
    date: daysFromToday(10),
    venue: 'Pier Fourteen Hall',
    location: 'Gothenburg',
    artist_id: 'night-ferry',
  },
  {
    date: daysFromToday(30),
    venue: 'Teatro Lanterna',
    location: 'Trieste',
    artist_id: 'mara-voss',
  },
  { date: daysFromToday(-30), venue: 'Depot 23', location: 'Ghent', artist_id: 'night-ferry' },
];
