import type { PageParts } from '../../api/page-parts';
import { isPicture, withoutFocus } from '../../pictures';
import type { EditorField } from './profile-editor';

/** What an artist's page may lack, in words, by the field of the editor that adds it. */
export const PARTS = { bio: 'biography', links: 'links', picture: 'photograph' } as const;

/** What a page lacks; `isBroken` tells that its picture cannot be had. */
export function missingParts(artist: Omit<PageParts, 'id'>, isBroken: boolean): EditorField[] {
  const { bio, links, website, social_instagram, social_twitter, image } = artist;
  const has: Record<EditorField, boolean> = {
    bio: Boolean(bio?.trim()),
    links: Boolean(links.length > 0 || website || social_instagram || social_twitter),
    picture: isPicture(withoutFocus(image)[0]) && !isBroken,
  };
  return (Object.keys(PARTS) as EditorField[]).filter((field) => !has[field]);
}
