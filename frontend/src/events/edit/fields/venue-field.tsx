import { useLayoutEffect, useRef, useState } from 'react';
import { type Place, placesResource } from '../../../api/edit-events';
import { useResource } from '../../../api/queries/query-store';
import { searchOf } from '../../../api/search';
import type { FieldBinding } from '../../../ui/form/use-form';
import { useAfterPause } from '../../../ui/use-after-pause';
import { Combo, type Option } from './combo';
import { matchingPlaces, placeNamed } from './places';

type Props = FieldBinding & {
  placeholder?: string;
  /** Nobody has said where the venue is yet. */
  isPlaceOpen: boolean;
  /** Fills in where the venue is; `isSure` when the place was chosen, not only named. */
  onPlace: (place: Place, isSure: boolean) => void;
  /** A place was chosen from the list. */
  onChosen: () => void;
};

/** The venue of an event, with those of earlier events to choose from. */
export function VenueField({ isPlaceOpen, onPlace, onChosen, ...field }: Props) {
  const [search, setSearch] = useState('');
  const afterPause = useAfterPause();
  const latest = useRef(field.value);
  useLayoutEffect(() => {
    latest.current = field.value;
    return () => {
      latest.current = '';
    };
  }, [field.value]);
  const { data: places = [] } = useResource(placesResource(search));
  const options = matchingPlaces(places, field.value).map(optionOf);

  function choose({ key }: Option): void {
    const place = places.find((candidate) => keyOf(candidate) === key);
    if (!place) return;
    onPlace(place, true);
    onChosen();
  }

  /** Who types faster than the search answers has gone on by then. */
  async function complete(): Promise<void> {
    const { value } = field;
    if (!isPlaceOpen || !value.trim()) return;
    const known = placeNamed(places, value);
    const found = known ?? placeNamed(await placesNamed(value), value);
    if (found && latest.current === value) onPlace(found, false);
  }

  return (
    <Combo
      {...field}
      label="Venue"
      listLabel="Earlier venues"
      options={options}
      onChange={(event) => {
        field.onChange(event);
        afterPause(() => setSearch(searchOf(event.target.value)));
      }}
      onChoose={choose}
      onBlur={() => void complete()}
    />
  );
}

const placesNamed = (venue: string) =>
  placesResource(searchOf(venue))
    .load()
    .catch(() => []);

const keyOf = ({ venue, location }: Place) => `${venue}, ${location}`;

function optionOf(place: Place): Option {
  const { venue, location, timezone } = place;
  return {
    key: keyOf(place),
    text: venue,
    detail: timezone ? `${location}, ${timezone}` : location,
  };
}
