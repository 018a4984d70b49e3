import { type CSSProperties, useId } from 'react';
import { FieldFrame } from '../../ui/form/field';
import type { FieldBinding } from '../../ui/form/use-form';
import { LinkButton } from '../../ui/link-button';
import { closestReadable, colourIn, contrastOn, inWords, isReadable, PINK } from './contrast';

const STOCKS = [
  { name: 'Ticket pink', colour: PINK },
  { name: 'Marigold', colour: '#ffc24b' },
  { name: 'Mint', colour: '#7fe0b0' },
  { name: 'Sky', colour: '#8cc8ff' },
  { name: 'Lilac', colour: '#c9a7ff' },
  { name: 'Bone', colour: '#f4f1e8' },
];

/** The colour of the paper that tickets are printed on: one of a few, or any other on which text can be read. */
export function AccentField({ value, error, onChange, ...binding }: FieldBinding) {
  const group = useId();
  const colour = colourIn(value);
  const choose = (chosen: string) => onChange({ target: { value: chosen } });
  return (
    <>
      <fieldset className="radios stocks">
        <legend>Accent</legend>
        {STOCKS.map((stock) => (
          <label key={stock.name}>
            <input
              type="radio"
              name={group}
              checked={colour === stock.colour}
              onChange={() => choose(stock.colour)}
            />
            <i style={swatch(stock.colour)} aria-hidden="true" />
            <span>{stock.name}</span>
          </label>
        ))}
      </fieldset>
      <FieldFrame
        {...binding}
        label="Or a colour of your own"
        value={value}
        error={colour && !isReadable(colour) ? tooDark(colour) : error}
        onChange={onChange}
      >
        {(control) => (
          <div className="own-colour">
            <i style={swatch(colour ?? 'transparent')} aria-hidden="true" />
            <input {...control} className="input" type="text" spellCheck={false} maxLength={9} />
          </div>
        )}
      </FieldFrame>
      <div className="reads">
        <p role="status">
          {colour && isReadable(colour) && `Text on it has a contrast of ${ratio(colour)}.`}
        </p>
        {colour && !isReadable(colour) && (
          <LinkButton onClick={() => choose(closestReadable(colour))}>
            {`Use the closest that works, ${closestReadable(colour)}`}
          </LinkButton>
        )}
      </div>
    </>
  );
}

const ratio = (colour: string) => inWords(contrastOn(colour));

const tooDark = (colour: string) =>
  `Text on it has a contrast of ${ratio(colour)}, and 4.5 is needed. Choose a lighter colour.`;

/** Set by script, which the policy of the page allows; `style` in its markup it does not. */
const swatch = (colour: string): CSSProperties => ({ background: colour });
