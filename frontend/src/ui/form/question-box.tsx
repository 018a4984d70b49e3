import { useId } from 'react';
import { Button } from '../button';
import { onEscape } from '../keys';

/** What a person is asked before something is saved, and what the button that goes on says. */
export type Question = {
  sentences: string[];
  action: string;
  /** The address of what it is about, if it is there already. */
  see?: string | undefined;
};

type Props = {
  question: Question;
  isBusy: boolean;
  onChange: () => void;
  onGo: () => void;
};

/** A question in the place of a form's buttons. Escape goes back to the form. */
export function QuestionBox({ question, isBusy, onChange, onGo }: Props) {
  const id = useId();
  return (
    <fieldset className="ask wide" aria-labelledby={id} onKeyDown={onEscape(onChange)}>
      <div id={id}>
        {question.sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <div className="form__act">
        <Button look="line" onClick={onChange} autoFocus>
          Change
        </Button>
        {question.see && (
          <a className="btn btn--line" href={question.see}>
            See it
          </a>
        )}
        <Button look="primary" onClick={onGo} isBusy={isBusy}>
          {question.action}
        </Button>
      </div>
    </fieldset>
  );
}
