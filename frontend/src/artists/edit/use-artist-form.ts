import { useState } from 'react';
import { flushSync } from 'react-dom';
import { artistResource, fetchArtist } from '../../api/artists';
import { attempt, explain } from '../../api/client/explain';
import type { Saved } from '../../api/client/writes';
import { showSaved, updateArtist, updateWithLinks } from '../../api/edit-artists';
import { useStore } from '../../api/queries/query-store';
import { LABELS } from '../../columns';
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
import { type Theirs, theirsOf } from './theirs';

/** The form of a saved artist, also when someone else saves it in the meantime. */
export function useArtistForm(artist: Artist, onSaved: (saved: Saved<Artist>) => void) {
  const store = useStore();
  const [base, setBase] = useState(artist);
  const [loadFailure, setLoadFailure] = useState<string | null>(null);
  const { origin } = window.location;
  const before = draftOf(base, origin);

  const form = useForm({
    initial: before,
    keepAs: `artist ${artist.id}`,
    merge: mergedDraft,
    check: (draft) => checkEdited(before, draft),
    submit: async (draft) => {
      setMerged(false);
      const answer = await save(draft).catch(explain);
      if (!('row' in answer)) return answer;
      void showSaved(store, answer.row);
      // What was typed while it was saved comes back when the form is opened again.
      begin(answer.row, form.typedSince(draft));
      onSaved(answer);
      return null;
    },
  });
  const [isMerged, setMerged] = useState(form.isOlder);
  const [theirs, setTheirs] = useState<readonly Theirs[]>([]);

  /** Goes on from another version, with what is `typed` over it. */
  function begin(version: Artist, typed: Partial<ArtistDraft>): void {
    form.reset(draftOf(version, origin), typed);
    setBase(version);
  }

  function save(draft: ArtistDraft): Promise<Saved<Artist>> {
    const edited = editedArtist(base, draft, origin);
    return changesLinks(before, draft)
      ? updateWithLinks(edited, savedLinks(draft))
      : updateArtist(edited);
  }

  async function loadNewest(): Promise<void> {
    const failure = await attempt(async () => {
      const newest = await fetchArtist(base.id);
      const typed = { ...before, ...form.typedSince(before) };
      const latest = draftOf(newest, origin);
      store.set(artistResource(newest.id), newest);
      flushSync(() => {
        begin(newest, mergedDraft(before, typed, latest));
        setTheirs(theirsOf(LABELS.music_artists, before, typed, latest));
        setMerged(true);
      });
    });
    setLoadFailure(failure?.message ?? null);
  }

  function reset(): void {
    setMerged(false);
    form.reset();
  }

  return { ...form, reset, loadNewest, loadFailure, isMerged, theirs };
}
