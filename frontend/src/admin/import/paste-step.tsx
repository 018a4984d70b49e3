import {
  type ChangeEvent,
  type DragEvent,
  type KeyboardEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { MAX_TABLE_MB } from '../../limits';
import { Button } from '../../ui/button';
import { focusOnMount } from '../../ui/focus';
import { FieldError } from '../../ui/form/field';
import { sends } from '../../ui/keys';
import { Alert } from '../../ui/message/alert';
import { NoText, textOf } from './read-file';
import type { Import } from './use-import';

/** The first step: a table is pasted, dropped, or chosen as a file. */
export function PasteStep({
  table,
  busy,
  refusal,
  type,
  check,
  onCancel,
}: Import & { onCancel: () => void }) {
  const id = useId();
  const [missing, setMissing] = useState(false);
  const read = () => {
    if (table.table_text.trim()) void check();
    else setMissing(true);
  };
  const onText = (text: string) => {
    setMissing(false);
    type(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!sends(event)) return;
    event.preventDefault();
    read();
  };
  return (
    <>
      <div className="stack stack--5">
        <div className="field">
          <div className="field__top">
            <label htmlFor={id}>Paste a table</label>
          </div>
          <textarea
            id={id}
            ref={focusOnMount}
            className="input paste"
            spellCheck={false}
            placeholder={'Date\tArtist\tVenue\tLocation'}
            aria-describedby={`${id}-hint${missing ? ` ${id}-error` : ''}`}
            aria-invalid={missing || undefined}
            value={table.table_text}
            onChange={({ target }) => onText(target.value)}
            onKeyDown={onKeyDown}
          />
          {missing && (
            <FieldError id={`${id}-error`} isUrgent>
              Paste a table, or choose a file.
            </FieldError>
          )}
          <p className="hint" id={`${id}-hint`}>
            Copy rows of dates or artists from Excel, Numbers, Google Sheets or an email, with or
            without a first row that names the columns.
          </p>
        </div>
        <FileChoice onText={onText} />
        {refusal && <Alert message={refusal} />}
      </div>
      <section className="stickbar" aria-label="Next step">
        <p>Nothing is saved until you have checked it.</p>
        <div className="form__act">
          <Button look="line" onClick={onCancel}>
            Cancel
          </Button>
          <Button look="primary" isBusy={busy !== null} onClick={read}>
            {busy ? 'Reading...' : 'Check'}
          </Button>
        </div>
      </section>
    </>
  );
}

const UNREADABLE = 'This file cannot be read. Choose a CSV file, or paste its rows.';

function FileChoice({ onText }: { onText: (text: string) => void }) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const [failure, setFailure] = useState('');
  const [told, setTold] = useState<string[]>([]);
  const chosen = useRef(0);
  const take = async (file: File | undefined) => {
    const choice = ++chosen.current;
    setOver(false);
    setFailure('');
    setTold([]);
    if (!file) return;
    if (file.size > MAX_TABLE_MB * 1024 ** 2)
      return setFailure(`A table can have at most ${MAX_TABLE_MB} MB. Split it into several.`);
    try {
      const found = await textOf(file);
      if (choice !== chosen.current) return;
      setTold(found.told);
      onText(found.text);
    } catch (error) {
      if (choice !== chosen.current) return;
      const isTold = error instanceof NoText;
      setFailure(isTold ? error.message : UNREADABLE);
    }
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <section
      className={isOver ? 'drop is-over' : 'drop'}
      aria-label="File"
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <label htmlFor={id}>Or choose a CSV file, or drop it here</label>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        // The same file can be chosen again once it has been mended.
        onClick={({ currentTarget }) => {
          currentTarget.value = '';
        }}
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => void take(target.files?.[0])}
      />
      <p className="only-for">Bandsintown’s template works as it is.</p>
      {told.length > 0 && (
        <p role="status">
          {`Read as Windows-1252: ${told.join(', ')}. If letters are wrong, save the file as “CSV UTF-8”.`}
        </p>
      )}
      {failure && <Alert message={failure} />}
    </section>
  );
}
