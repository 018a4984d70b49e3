import type { ChangeFilter } from '../../api/changes';
import { calledBy, type Person } from '../../api/names/people-names';
import { SelectField } from '../../ui/form/field';
import { ArtistChoice } from '../artist-choice';

type Props = {
  filter: ChangeFilter;
  people: Person[];
  onChange: (filter: ChangeFilter) => void;
};

/** Narrows the history to one artist or one person. */
export function Filters({ filter, people, onChange }: Props) {
  const choice = (name: 'artistId' | 'userId') => ({
    name,
    value: filter[name] ?? '',
    error: undefined,
    isOptional: true,
    hint: '',
  });
  function choose(name: 'artistId' | 'userId', id: string | undefined): void {
    const { [name]: _, ...rest } = filter;
    onChange(id ? { ...rest, [name]: id } : rest);
  }
  return (
    <div className="hist-filters">
      <div>
        <ArtistChoice
          label="Artist"
          placeholder="Every artist"
          {...choice('artistId')}
          onChoose={(artist) => choose('artistId', artist?.id)}
        />
      </div>
      <SelectField
        label="Person"
        placeholder="Everybody"
        options={[...calledBy(people)].map(([value, text]) => ({ value, text }))}
        {...choice('userId')}
        onChange={({ target }) => choose('userId', target.value)}
      />
    </div>
  );
}
