import { useState } from 'react';
import { attempt } from '../api/client/explain';
import { type ExportName, exportTable } from '../api/client/tables';
import { Button } from '../ui/button';
import { Alert } from '../ui/message/alert';
import { useChange } from '../ui/message/use-change';
import { saveAs } from '../ui/save-as';
import { Pane } from './pane';

const FILES: { name: ExportName; label: string; file: string; type: string }[] = [
  { name: 'events', label: 'Dates, CSV', file: 'dates.csv', type: 'text/csv' },
  { name: 'artists', label: 'Artists, CSV', file: 'artists.csv', type: 'text/csv' },
  {
    name: 'bandsintown',
    label: 'Dates for Bandsintown, CSV',
    file: 'bandsintown.csv',
    type: 'text/csv',
  },
  { name: 'site', label: 'Everything, JSON', file: 'site.json', type: 'application/json' },
];

/** Everything as files. */
export function ExportPane() {
  const [saved, setSaved] = useState('');
  const { place, isBusy, failure, run } = useChange<HTMLDivElement>();
  const save = ({ name, file, type }: (typeof FILES)[number]) =>
    attempt(async () => {
      setSaved('');
      saveAs(file, type, await exportTable(name));
      setSaved(`Saved ${file}.`);
    });
  return (
    <Pane title="Export">
      <div className="form__act form__act--quiet" ref={place}>
        {FILES.map((one) => (
          <Button
            key={one.name}
            look="quiet"
            isHeld={isBusy}
            onClick={() => void run(() => save(one), `Not exported: ${one.file}.`)}
          >
            {one.label}
          </Button>
        ))}
      </div>
      {failure && <Alert message={failure.message} />}
      <p className="form__note" role="status">
        {saved}
      </p>
    </Pane>
  );
}
