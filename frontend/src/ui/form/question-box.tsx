import { useId } from 'react';
import { Button } from '../button';
import { onEscape } from '../keys';

/** What a person is asked about the form's values before they are saved. */
export type Question<V> = {
  sentences: string[];
  answers: Answer<V>[];
  /** The address of what it is about, if it is there already. */
  see?: string | undefined;
};

/** What a button says that goes on, and what it fills in first. */
export type Answer<V> = { text: string; fill?: Partial<V> };

type Props<V> = {
  question: Question<V>;
  isBusy: boolean;
  onChange: () => void;
  onAnswer: (answer: Answer<V>) => void;
};

/** A question in the place of a form's buttons. Escape goes back to the form. */
export function QuestionBox<V>({ question, isBusy, onChange, onAnswer }: Props<V>) {
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
        {question.answers.map((answer) => (
          <Button key={answer.text} look="primary" onClick={() => onAnswer(answer)} isBusy={isBusy}>
            {answer.text}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
