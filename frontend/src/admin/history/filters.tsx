import type { ChangeFilter } from '../../api/changes';
import { artistNamesResource } from '../../api/client/tables';
import { calledBy, type Person } from '../../api/people-names';
import { useResource } from '../../api/queries/query-store';
import { SelectField } from '../../ui/form/field';

type Props = {
  filter: ChangeFilter;
  people: Person[];
  onChange: (filter: ChangeFilter) => void;
};

/** Narrows the history to one artist or one person. */
export function Filters({ filter, people, onChange }: Props) {
  const artists = useResource(artistNamesResource).data?.rows ?? [];
  const choose = (name: 'artistId' | 'userId') => ({
    name,
    value: filter[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => {
      const { [name]: _, ...rest } = filter;
      onChange(target.value ? { ...rest, [name]: target.value } : rest);
    },
    error: undefined,
    isOptional: true,
    hint: '',
  });
  return (
    <div className="hist-filters">
      <SelectField
        label="Artist"
        placeholder="Every artist"
        options={artists.map(({ id, name }) => ({ value: id, text: name }))}
        {...choose('artistId')}
      />
      <SelectField
        label="Person"
        placeholder="Everybody"
        options={[...calledBy(people)].map(([value, text]) => ({ value, text }))}
        {...choose('userId')}
      />
    </div>
  );
}
