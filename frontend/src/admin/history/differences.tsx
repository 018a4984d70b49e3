import type { ToldChange, Version } from '../../api/changes';
import { nameOf } from './sentence';
import { fieldsOf, type Reader, valueInWords } from './words';

type Props = { changes: readonly ToldChange[]; reader: Reader };

/** Field by field what was and what is, names on a bill and links as one field each; of many things their names. */
export function Differences({ changes, reader }: Props) {
  const names = [...new Set(changes.map(nameOf))];
  if (names.length > 1) {
    return (
      <ul className="hist__many">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    );
  }
  return <Fields changes={changes} reader={reader} />;
}

function Fields({ changes, reader }: Props) {
  const rows = [
    ...changes.toReversed().flatMap((change) => rowsOf(change, reader)),
    ...partsOf(changes, 'music_lineup', 'Bill', ({ name }) => String(name)),
    ...partsOf(changes, 'music_links', 'Links', ({ label, url }) => String(label ?? url)),
  ];
  if (rows.length === 0) return null;
  return (
    <table className="diff">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, field, before, after }) => (
          <tr key={key}>
            <th scope="row">{field}</th>
            <td>
              <del>{before}</del>
            </td>
            <td>
              <ins>{after}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Row = { key: string; field: string; before: string; after: string };

/** What belongs to another row is told with that one, unless it was itself changed. */
const isPart = ({ table_name, action }: ToldChange) =>
  (table_name === 'music_lineup' || table_name === 'music_links') && action !== 'update';

function rowsOf(change: ToldChange, reader: Reader): Row[] {
  if (isPart(change)) return [];
  const { id, table_name, before, after, artists } = change;
  const inWords = (column: string, version: typeof before) =>
    version ? valueInWords(column, version[column], reader, artists) : '';
  return fieldsOf(table_name, after ?? before).map(([column, field]) => ({
    key: `${id} ${column}`,
    field,
    before: inWords(column, before),
    after: inWords(column, after),
  }));
}

function partsOf(
  changes: readonly ToldChange[],
  table: 'music_lineup' | 'music_links',
  field: string,
  inWords: (row: Version) => string,
): Row[] {
  const parts = changes.filter((change) => change.table_name === table && isPart(change));
  if (parts.length === 0) return [];
  const listed = (version: 'before' | 'after') =>
    parts
      .flatMap((change): Version[] => (change[version] ? [change[version]] : []))
      .toSorted((a, b) => Number(a.position) - Number(b.position))
      .map(inWords)
      .join(', ');
  return [{ key: table, field, before: listed('before'), after: listed('after') }];
}
