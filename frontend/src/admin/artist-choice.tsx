import { type ComponentProps, useState } from 'react';
import type { Named } from '../api/client/tables';
import { artistNameSearch, artistNames, useArtistChoices } from '../api/names/artist-names';
import { SelectField } from '../ui/form/field';
import { ListSearch, useSearchedList } from './list-search';

type Props = Omit<ComponentProps<typeof SelectField>, 'options' | 'onChange'> & {
  /** Who is chosen already. */
  first?: Named | undefined;
  /** The ids of those who are no choice. */
  without?: readonly string[];
  onChoose: (artist: Named | undefined) => void;
};

/** A choice of an artist: of the first ones by name, or of those that a search finds where there are more. */
export function ArtistChoice({ first, without = [], onChoose, ...field }: Props) {
  const found = useSearchedList(artistNames, artistNameSearch, 'artist');
  const [chosen, setChosen] = useState(first);
  const artists = useArtistChoices(found.data?.rows ?? [], field.value, chosen);
  const choices = artists.filter(({ id }) => id === field.value || !without.includes(id));
  return (
    <>
      <ListSearch label="Find an artist" field={found.field} />
      <SelectField
        {...field}
        options={choices.map(({ id, name }) => ({ value: id, text: name }))}
        onChange={({ target }) => {
          const artist = choices.find(({ id }) => id === target.value);
          setChosen(artist);
          onChoose(artist);
        }}
      />
    </>
  );
}
