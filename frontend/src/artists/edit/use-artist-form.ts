import { artistResource, fetchArtist } from '../../api/artists';
import { explain } from '../../api/client/explain';
import type { Saved } from '../../api/client/writes';
import { showSaved, updateArtist, updateWithLinks } from '../../api/edit-artists';
import { useStore } from '../../api/queries/query-store';
import { LABELS } from '../../columns';
import type { Artist } from '../../types';
import {
  type ArtistDraft,
  changesLinks,
  checkEdited,
  draftOf,
  editedArtist,
  mergedDraft,
} from './draft';
import { savedLinks } from './links';
import { useRecordForm } from './use-record-form';

// When somebody is announced is no text.
const { published_at: _, ...TEXTS } = LABELS.music_artists;

/** Under which name what is typed into an artist is kept. */
export const draftOfArtist = (id: string) => `artist ${id}`;

export function useArtistForm(artist: Artist, onSaved: (saved: Saved<Artist>) => void) {
  const store = useStore();
  const { origin } = window.location;
  const form = useRecordForm<Artist, ArtistDraft>({
    record: artist,
    draftOf: (version) => draftOf(version, origin),
    merge: mergedDraft,
    check: (draft, before) => checkEdited(before, draft),
    labels: TEXTS,
    keepAs: draftOfArtist(artist.id),
    failed: `Not saved: your changes to ${artist.name}.`,
    load: async () => {
      const newest = await fetchArtist(artist.id);
      store.set(artistResource(newest.id), newest);
      return newest;
    },
    submit: async (draft, base, before) => {
      const edited = editedArtist(base, draft, origin);
      const saving = changesLinks(before, draft)
        ? updateWithLinks(edited, savedLinks(draft))
        : updateArtist(edited);
      const answer = await saving.catch(explain);
      if (!('row' in answer)) return answer;
      void showSaved(store, answer.row);
      // What was typed while it was saved comes back when the form is opened again.
      form.begin(answer.row, form.typedSince());
      onSaved(answer);
      return null;
    },
  });
  return form;
}
