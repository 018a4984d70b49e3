import { useId } from 'react';
import { focusOnMount } from '../../ui/focus';
import type { Difference } from './conflict';
import { type EventDraft, LABELS } from './draft';

type Props = {
  differences: Difference[];
  /** When the other version was saved, such as 'two minutes ago'; empty if that was before the form was opened. */
  when: string;
  values: EventDraft;
  /** A field's value in words. */
  inWords: (field: Difference['field'], value: string) => string;
  onChoose: (difference: Difference, value: string) => void;
};

/** What somebody else saved differently meanwhile, to be decided field by field. */
export function ConflictBox({ differences, when, values, inWords, onChoose }: Props) {
  const id = useId();
  return (
    <fieldset className="ask wide" aria-labelledby={id}>
      <p className="ask__head" id={id} tabIndex={-1} ref={focusOnMount}>
        {`This date was changed${when && ` ${when},`} while you were editing it.`}
      </p>
      <p>Nothing is lost. Choose what is right where the two differ, and save again.</p>
      {differences.map((difference) => (
        <fieldset className="clash" key={difference.field}>
          <legend>{LABELS[difference.field]}</legend>
          {(['mine', 'theirs'] as const).map((side) => (
            <label className="pick" key={side}>
              <input
                type="radio"
                name={`${id}-${difference.field}`}
                checked={values[difference.field] === difference[side]}
                onChange={() => onChoose(difference, difference[side])}
              />
              <span>
                <span className="pick__side">{side === 'mine' ? 'Keep mine' : 'Take theirs'}</span>{' '}
                <span>{inWords(difference.field, difference[side]) || 'Nothing'}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </fieldset>
  );
}
