import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ArtistQuestion } from '../api/edit-artists';
import type { ArtistDraft } from '../artists/edit/draft';
import { ago } from '../events/edit/words';
import { paths } from '../paths';
import { useSite } from '../site';
import type { Question } from '../ui/form/question-box';
import { HELD, type Refusal } from '../ui/form/use-form';

type Asked = { question: Question<ArtistDraft>; about: ArtistDraft };

/**
 * The question before an artist is added whose name another one has: mostly they are the same, whose first save worked
 * although its answer was lost.
 */
export function useNamesake() {
  const { now } = useSite();
  const [asked, setAsked] = useState<Asked | null>(null);
  const confirmed = useRef<ArtistDraft>(null);

  function inWords({ id, name, created_at }: ArtistQuestion): Question<ArtistDraft> {
    const when = ago(created_at, new Date(now)).replace('just now', 'a moment ago');
    return {
      sentences: [`There is a ${name} already, added ${when}.`],
      answers: [{ text: 'Add another' }],
      see: paths.artist(id),
    };
  }

  return {
    ask: (about: ArtistDraft, [namesake]: ArtistQuestion[]): Refusal => {
      if (namesake) flushSync(() => setAsked({ question: inWords(namesake), about }));
      return HELD;
    },
    /** What is asked about the draft as it is typed now. */
    questionAbout: (draft: ArtistDraft) => (asked?.about === draft ? asked.question : null),
    drop: () => setAsked(null),
    confirm: (draft: ArtistDraft) => {
      confirmed.current = draft;
    },
    /** What was answered about `draft`. */
    confirmedOf: (draft: ArtistDraft): ArtistQuestion['code'][] =>
      confirmed.current === draft ? ['namesake'] : [],
  };
}
