import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fetchNamesake } from '../api/edit-artists';
import type { ArtistDraft } from '../artists/edit/draft';
import { ago } from '../events/edit/words';
import { paths } from '../paths';
import { useSite } from '../site';
import type { Question } from '../ui/form/question-box';

type Asked = { question: Question<ArtistDraft>; about: ArtistDraft };

/**
 * Asks before an artist is added whose name another one has: mostly they are the same, whose first save worked although
 * its answer was lost.
 */
export function useNamesake() {
  const { now } = useSite();
  const [asked, setAsked] = useState<Asked | null>(null);
  const confirmed = useRef<ArtistDraft>(null);

  /** Whether there is something to answer about `draft` first. */
  async function isAsked(draft: ArtistDraft): Promise<boolean> {
    if (confirmed.current === draft) return false;
    const namesake = await fetchNamesake(draft.name.trim()).catch(() => null);
    if (!namesake) return false;
    const when = ago(namesake.created_at, new Date(now)).replace('just now', 'a moment ago');
    const question = {
      sentences: [`There is a ${namesake.name} already, added ${when}.`],
      answers: [{ text: 'Add another' }],
      see: paths.artist(namesake.id),
    };
    flushSync(() => setAsked({ question, about: draft }));
    return true;
  }

  return {
    isAsked,
    /** What is asked about the draft as it is typed now. */
    questionAbout: (draft: ArtistDraft) => (asked?.about === draft ? asked.question : null),
    drop: () => setAsked(null),
    confirm: (draft: ArtistDraft) => {
      confirmed.current = draft;
    },
  };
}
