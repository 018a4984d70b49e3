import type { Named } from '../../api/client/tables';
import { useOrder } from '../../ui/form/ordered-rows';
import { LinkButton } from '../../ui/link-button';
import { ArtistChoice } from '../artist-choice';

type Props = {
  owns: Named[];
  onChange: (owns: Named[]) => void;
};

/** Whose pages somebody owns, one by one, and a choice that adds one. */
export function OwnedArtists({ owns, onChange }: Props) {
  const order = useOrder(owns, (place) => `as owner of ${owns[place]?.name}`, onChange);
  return (
    <div ref={order.box}>
      {owns.length > 0 && (
        <ul className="owned" aria-label="Owner of">
          {owns.map(({ id, name }, place) => (
            <li key={id}>
              <span>{`Owner of ${name}`}</span>{' '}
              <LinkButton
                data-order="remove"
                aria-label={`Remove as owner of ${name}`}
                onClick={() => order.remove(place)}
              >
                Remove
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
      <ArtistChoice
        label="Owner of"
        isOptional
        placeholder="Add an artist"
        name="artist"
        value=""
        error={undefined}
        without={owns.map(({ id }) => id)}
        onChoose={(artist) => artist && onChange([...owns, artist])}
      />
    </div>
  );
}
