import { useState } from 'react';
import { flushSync } from 'react-dom';
import { artistResource, fetchArtist } from '../../api/artists';
import { attempt, explain } from '../../api/client/explain';
import type { Saved } from '../../api/client/writes';
import { showSaved, updateArtist, updateWithLinks } from '../../api/edit-artists';
import { useStore } from '../../api/queries/query-store';
import { LABELS } from '../../columns';
import type { Artist } from '../../types';
import { theirsOf } from '../../ui/form/theirs';
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

// When somebody is announced is no text.
const { published_at: _, ...TEXTS } = LABELS.music_artists;

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
    failed: `Not saved: your changes to ${artist.name}.`,
    submit: async (draft) => {
      setOlder(null);
      const answer = await save(draft).catch(explain);
      if (!('row' in answer)) return answer;
      void showSaved(store, answer.row);
      // What was typed while it was saved comes back when the form is opened again.
      begin(answer.row, form.typedSince());
      onSaved(answer);
      return null;
    },
  });
  // What stood there as the changes were typed that now stand over a newer version.
  const [older, setOlder] = useState(form.older);
  const theirs = older && theirsOf(TEXTS, older, form.values, before);

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
      store.set(artistResource(newest.id), newest);
      flushSync(() => {
        begin(newest, mergedDraft(before, typed, draftOf(newest, origin)));
        setOlder(before);
      });
    });
    setLoadFailure(failure?.message ?? null);
  }

  function reset(): void {
    setOlder(null);
    form.reset();
  }

  return { ...form, reset, loadNewest, loadFailure, theirs };
}
