import { readRow } from './requests';
import { type Transaction, writeRow } from './writes';

/** Someone or something of the site, by name. */
export type Named = { id: string; name: string };

/** One cell of a table that cannot be used, and why. */
type CellProblem = { column: string; value: string; reason: string };

type RowState = 'ready' | 'exists' | 'differs' | 'needs_artist' | 'problem';

/** What a row would change of one that is there: the column, what the site has, and what the row has. */
export type RowChange = { column: string; here: unknown; yours: unknown };

/** A row of a table as it was read. `line` is its number in a spreadsheet, `typed` its cells as they were. */
export type PreviewRow = {
  line: number;
  state: RowState;
  problems: CellProblem[];
  /** Whose it is; null as long as nobody knows, and of a table of artists. */
  artist: Named | null;
  /** Those who may be meant. */
  artists: Named[];
  /** In what it differs from what is there already. */
  changes: RowChange[];
  values: Record<string, unknown>;
  typed: string[];
};

/** `header` is empty where no row names the columns; `guessed` is a meaning that only its content suggests. */
export type TableColumn = { header: string; means: string | null; guessed: boolean };

/** Which number of a date comes first. */
export type DateOrder = 'day' | 'month' | 'year';

/** The night that ends on the date that is written, or the one that begins on it. */
export type Night = 'before' | 'after';

/** A time after midnight, the date of its event by each night, and the night that the time alone says. */
export type UnclearNight = { typed: string; as_written: Night } & Record<Night, string>;

/** A date as it was typed, and what it would be by each order in which it makes sense. */
export type UnclearDate = { typed: string; readings: Partial<Record<DateOrder, string>> };

export type Preview = {
  kind: 'events' | 'artists';
  /** Some rows do not say whose they are. */
  needs_artist: boolean;
  needs_time_order: boolean;
  /** The first time that may be in the morning or in the evening. */
  unclear_time: string | null;
  /** How it was read where nobody was asked, because other times show it. */
  assumed_evening: boolean | null;
  needs_night: boolean;
  /** The first time that may be in two nights. */
  unclear_night: UnclearNight | null;
  needs_date_order: boolean;
  /** The first date that could be read in several ways. */
  unclear_date: UnclearDate | null;
  columns: TableColumn[];
  rows: PreviewRow[];
};

/** A table as it was pasted, and what was answered about it. */
export type TableToImport = {
  table_text: string;
  date_order: DateOrder | null;
  /** Whether times such as 7:30 are of the evening. */
  evening: boolean | null;
  /** In which night times after midnight are that have no doors. */
  night: Night | null;
  /** Whose the rows without an artist are. */
  artist_id: string | null;
  /** Whether they are of the artist above. */
  repeat_artist: boolean;
  /** Ids of artists by the names that were typed. */
  artists: Record<string, string>;
  /** What each column means, in order; null as long as nobody was asked. */
  columns: (string | null)[] | null;
  /** The lines of the rows that are not wanted. */
  leave_out: number[];
  /** The lines of rows that are there already and that are updated. */
  update: number[];
  /** The lines of rows that are added beside what is there already. */
  add_again: number[];
};

/** POST /rest/v1/rpc/preview_import: what each row would become. Nothing is saved. */
export function previewImport(table: TableToImport): Promise<Preview> {
  return readRow('reading a table failed', undefined, (db) => db.rpc('preview_import', table));
}

/** What an import has saved, and by which number all of it is taken back. */
export type Imported = { added: number; updated: number; transaction: Transaction };

/** POST /rest/v1/rpc/run_import: all rows in one transaction, but for those that are left out or there already. */
export function runImport(table: TableToImport): Promise<Imported> {
  return writeRow('importing a table failed', (db) => db.rpc('run_import', table));
}

export type ExportName = 'events' | 'artists' | 'bandsintown' | 'site';

/** POST /rest/v1/rpc/export_table: CSV, and of `site` JSON. */
export async function exportTable(name: ExportName): Promise<string> {
  const text = await readRow<unknown>('exporting failed', undefined, (db) =>
    db.rpc('export_table', { name }),
  );
  return typeof text === 'string' ? text : JSON.stringify(text, null, 2);
}
