import type { Named } from '../../api/client/tables';
import { SelectField } from '../../ui/form/field';
import { useOrder } from '../../ui/form/ordered-rows';
import type { NameOf } from './words';

type Props = {
  /** The ids of the artists that the person is to own. */
  owns: string[];
  artists: readonly Named[];
  nameOf: NameOf;
  onChange: (owns: string[]) => void;
};

/** Whose pages somebody owns, one by one, and a choice that adds one. */
export function OwnedArtists({ owns, artists, nameOf, onChange }: Props) {
  const order = useOrder(owns, (place) => `as owner of ${nameOf(owns[place] ?? '')}`, onChange);
  const others = artists.filter(({ id }) => !owns.includes(id));
  return (
    <div ref={order.box}>
      {owns.length > 0 && (
        <ul className="owned" aria-label="Owner of">
          {owns.map((id, place) => (
            <li key={id}>
              <span>{`Owner of ${nameOf(id)}`}</span>{' '}
              <button
                className="link"
                type="button"
                data-order="remove"
                aria-label={`Remove as owner of ${nameOf(id)}`}
                onClick={() => order.remove(place)}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      <SelectField
        label="Owner of"
        isOptional
        placeholder="Add an artist"
        options={others.map(({ id, name }) => ({ value: id, text: name }))}
        name="artist"
        value=""
        error={undefined}
        onChange={({ target }) => onChange([...owns, target.value])}
      />
    </div>
  );
}
