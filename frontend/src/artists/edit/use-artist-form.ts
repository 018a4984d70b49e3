import { useState } from 'react';
import { flushSync } from 'react-dom';
import { fetchArtist } from '../../api/artists';
import { attempt, explain } from '../../api/client/explain';
import type { Saved } from '../../api/client/writes';
import { showSaved, updateArtist, updateWithLinks } from '../../api/edit-artists';
import { useStore } from '../../api/queries/query-store';
import type { Artist } from '../../types';
import { useForm } from '../../ui/form/use-form';
import {
  type ArtistDraft,
  changesLinks,
  checkEdited,
  draftOf,
  editedArtist,
  mergedDraft,
} from './draft';
import { savedLinks } from './links';

/** The form of a saved artist, also when someone else saves it in the meantime. */
export function useArtistForm(artist: Artist, onSaved: (saved: Saved<Artist>) => void) {
  const store = useStore();
  const [base, setBase] = useState(artist);
  const [loadFailure, setLoadFailure] = useState<string | null>(null);
  const [isMerged, setMerged] = useState(false);
  const { origin } = window.location;
  const before = draftOf(base, origin);

  const form = useForm({
    initial: before,
    keepAs: `artist ${artist.id}`,
    check: (draft) => checkEdited(before, draft),
    submit: async (draft) => {
      setMerged(false);
      const answer = await save(draft).catch(explain);
      if (!('row' in answer)) return answer;
      void showSaved(store, answer.row);
      onSaved(answer);
      return null;
    },
  });

  function save(draft: ArtistDraft): Promise<Saved<Artist>> {
    const edited = editedArtist(base, draft, origin);
    return changesLinks(before, draft)
      ? updateWithLinks(edited, savedLinks(draft))
      : updateArtist(edited);
  }

  async function loadNewest(): Promise<void> {
    const failure = await attempt(async () => {
      const newest = await fetchArtist(base.id);
      const merged = mergedDraft(before, form.values, draftOf(newest, origin));
      flushSync(() => {
        form.reset(merged);
        setBase(newest);
        setMerged(true);
      });
    });
    setLoadFailure(failure?.message ?? null);
  }

  return { ...form, loadNewest, loadFailure, isMerged };
}
