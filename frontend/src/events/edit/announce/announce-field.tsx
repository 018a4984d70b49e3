import { LATER, UNANNOUNCED } from '../../../announcement';
import { useSite } from '../../../site';
import { TextField } from '../../../ui/form/field';
import type { FieldBinding } from '../../../ui/form/use-form';
import { ChoiceField } from '../fields/choice-field';
import { instantOf, localOf } from './instants';

const CHOICES = [
  { value: '', text: 'At once' },
  { value: LATER, text: 'At a set time' },
  { value: UNANNOUNCED, text: 'Keep as a draft' },
];

/** When an event or an artist is announced. Until then nobody sees it but those who may edit it. */
export function AnnounceField({ value, error, onChange, ...rest }: FieldBinding) {
  const { timezone } = useSite();
  const isLater = value !== '' && value !== UNANNOUNCED;
  const choose = (next: string) => onChange({ target: { value: next } });
  return (
    <>
      <ChoiceField
        {...rest}
        label="Announce"
        options={CHOICES}
        value={isLater ? LATER : value}
        error={undefined}
        onChange={({ target }) => choose(target.value)}
      />
      {isLater && (
        <TextField
          {...rest}
          label={`Announce at (time in ${timezone})`}
          type="datetime-local"
          value={value === LATER ? '' : localOf(new Date(value), timezone)}
          error={error}
          onChange={({ target }) => choose(instantOf(target.value, timezone) ?? LATER)}
        />
      )}
    </>
  );
}
