import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fetchArtist } from '../../api/artists';
import { attempt } from '../../api/client/explain';
import type { Saved } from '../../api/client/writes';
import { showSaved, updateArtist } from '../../api/edit-artists';
import { useStore } from '../../api/queries/query-store';
import type { Artist } from '../../types';
import { type Refusal, useForm } from '../../ui/form/use-form';
import {
  type ArtistDraft,
  changesLinks,
  checkEdited,
  draftOf,
  editedArtist,
  mergedDraft,
} from './draft';
import { finishWithLinks } from './save-links';

/**
 * The form of a saved artist, also when someone else saves it in the meantime. `isUnfinished`: an earlier save of its
 * links may have stopped half-way.
 */
export function useArtistForm(
  artist: Artist,
  onSaved: (saved: Saved<Artist>) => void,
  isUnfinished = false,
) {
  const store = useStore();
  const [base, setBase] = useState(artist);
  const [loadFailure, setLoadFailure] = useState<string | null>(null);
  const [isMerged, setMerged] = useState(false);
  const overwritesLinks = useRef(isUnfinished);
  const { origin } = window.location;
  const before = draftOf(base, origin);

  const form = useForm({
    initial: before,
    keepAs: `artist ${artist.id}`,
    check: (draft) => checkEdited(before, draft),
    submit: async (draft) => {
      setMerged(false);
      let saved: Saved<Artist> | null = null;
      const failure = await attempt(async () => {
        saved = await updateArtist(editedArtist(base, draft, origin));
      });
      return saved ? finish(saved, draft) : failure;
    },
  });

  async function finish(saved: Saved<Artist>, draft: ArtistDraft): Promise<Refusal | null> {
    const done = (whole: Saved<Artist>) => {
      void showSaved(store, whole.row);
      onSaved(whole);
    };
    if (!changesLinks(before, draft)) {
      done(saved);
      return null;
    }
    const known = overwritesLinks.current ? null : base.links;
    const refusal = await finishWithLinks(saved.row, draft, known, (row) =>
      done({ row, transaction: null }),
    );
    if (!refusal) return null;
    // From now on the record is the newest, and what became of the links is not known.
    overwritesLinks.current = refusal.kind !== 'conflict';
    setBase(saved.row);
    void store.invalidate(['music_artists']);
    return refusal;
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
