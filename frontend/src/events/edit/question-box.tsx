import { useId } from 'react';
import { Button } from '../../ui/button';
import { onEscape } from '../../ui/keys';
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
        <Button look="primary" onClick={onGo} isBusy={isBusy}>
          {question.action}
        </Button>
      </div>
    </fieldset>
  );
}
