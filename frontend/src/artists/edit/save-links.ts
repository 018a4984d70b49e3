import { attempt, type Failure } from '../../api/client/explain';
import { saveLinks } from '../../api/links';
import type { Artist, Link } from '../../types';
import type { Refusal } from '../../ui/form/use-form';
import type { ArtistDraft } from './draft';
import { savedLinks } from './links';

/**
 * The second half of a save: the links of an artist whose own record is `saved` already. Hands the whole artist to
 * `onSaved`, or returns what is still to do.
 */
export async function finishWithLinks(
  saved: Artist,
  draft: ArtistDraft,
  known: Link[] | null,
  onSaved: (whole: Artist) => void,
): Promise<Refusal | null> {
  let links: Link[] = [];
  const failure = await attempt(async () => {
    links = await saveLinks(saved.id, savedLinks(draft), known);
  });
  if (failure) return unfinished(saved.name, failure);
  onSaved({ ...saved, links });
  return null;
}

function unfinished(name: string, { kind, field, message }: Failure): Refusal {
  if (field) return { field: 'links', message: `${name} is saved, but not this list. ${message}` };
  if (kind === 'conflict')
    return { kind, message: `${name} is saved, but not the links: someone else changed them.` };
  const next =
    kind === 'session'
      ? 'Your session has ended. Sign in again, then save once more.'
      : 'Save again to try once more.';
  return { message: `${name} is saved, but the links are not yet. ${next}` };
}
