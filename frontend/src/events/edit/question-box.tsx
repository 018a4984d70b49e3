import { type KeyboardEvent, useId } from 'react';
import { Button } from '../../ui/button';
import type { Question } from './questions';

type Props = {
  question: Question;
  isBusy: boolean;
  onChange: () => void;
  onGo: () => void;
};

/** A question in the place of a form's buttons. Escape goes back to the form. */
export function QuestionBox({ question, isBusy, onChange, onGo }: Props) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault(); // It would close the dialog that the form is in.
    onChange();
  };
  return (
    <fieldset className="ask wide" aria-labelledby={id} onKeyDown={onKeyDown}>
      <div id={id}>
        {question.sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <div className="form__act">
        <Button look="line" onClick={onChange} autoFocus>
          Change
        </Button>
        <Button look="primary" onClick={onGo} isBusy={isBusy}>
          {question.action}
        </Button>
      </div>
    </fieldset>
  );
}
