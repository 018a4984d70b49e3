import type { PageParts } from '../../api/page-parts';
import { isPicture, withoutFocus } from '../../pictures';

/** What an artist's page may lack, in words, by the field of the editor that adds it. */
export const PARTS = { bio: 'biography', links: 'links', picture: 'photograph' } as const;

export type MissingPart = keyof typeof PARTS;

/** What a page lacks; `isBroken` tells that its picture cannot be had. */
export function missingParts(artist: Omit<PageParts, 'id'>, isBroken: boolean): MissingPart[] {
  const { bio, links, website, social_instagram, social_twitter, image } = artist;
  const has: Record<MissingPart, boolean> = {
    bio: Boolean(bio?.trim()),
    links: Boolean(links.length > 0 || website || social_instagram || social_twitter),
    picture: isPicture(withoutFocus(image)[0]) && !isBroken,
  };
  return (Object.keys(PARTS) as MissingPart[]).filter((field) => !has[field]);
}
