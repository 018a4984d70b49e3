import { useState } from 'react';
import { flushSync } from 'react-dom';
import { fetchArtist, showSaved, updateArtist } from '../../api/artists';
import { attempt } from '../../api/explain';
import { useStore } from '../../api/query-store';
import type { Artist } from '../../types';
import { useForm } from '../../ui/form/use-form';
import { checkEdited, draftOf, editedArtist, mergedDraft } from './draft';

/** The form of a saved artist, also when someone else saves it in the meantime. */
export function useArtistForm(artist: Artist, onSaved: () => void) {
  const store = useStore();
  const [base, setBase] = useState(artist);
  const [loadFailure, setLoadFailure] = useState<string | null>(null);
  const [isMerged, setMerged] = useState(false);
  const { origin } = window.location;

  const form = useForm({
    initial: draftOf(base, origin),
    keepAs: `artist ${artist.id}`,
    check: (draft) => checkEdited(draftOf(base, origin), draft),
    submit: async (draft) => {
      setMerged(false);
      const failure = await attempt(async () => {
        void showSaved(store, await updateArtist(editedArtist(base, draft, origin)));
      });
      if (!failure) onSaved();
      return failure;
    },
  });

  async function loadNewest(): Promise<void> {
    const failure = await attempt(async () => {
      const newest = await fetchArtist(base.id);
      const merged = mergedDraft(draftOf(base, origin), form.values, draftOf(newest, origin));
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
