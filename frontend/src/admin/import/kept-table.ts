import type { TableToImport } from '../../api/client/tables';
import { forgetDraft, keepDraft, keptDraft } from '../../ui/form/kept-drafts';

const TEXT = 'table';
const ANSWERS = 'answers about the table';

export const EMPTY: TableToImport = {
  table_text: '',
  date_order: null,
  evening: null,
  night: null,
  artist_id: null,
  repeat_artist: false,
  artists: {},
  columns: null,
  leave_out: [],
  update: [],
  add_again: [],
};

/** The table that was pasted last and is not imported yet, with what was decided about it. */
export function keptTable(): TableToImport {
  const text = keptDraft<{ table_text: string }>(TEXT);
  // A text that was too long to be kept leaves answers that are about no other.
  const answers = text && keptDraft<{ json: string }>(ANSWERS);
  return { ...EMPTY, ...text, ...(answers && (JSON.parse(answers.json) as object)) };
}

/** Keeps a text about which nothing is decided yet. */
export function keepText(text: string): void {
  forgetTable();
  if (text) keepDraft(TEXT, { table_text: text });
}

/** Keeps what was decided apart from the text, which may be long. */
export function keepAnswers({ table_text: _, ...answers }: TableToImport): void {
  keepDraft(ANSWERS, { json: JSON.stringify(answers) });
}

export function forgetTable(): void {
  forgetDraft(TEXT);
  forgetDraft(ANSWERS);
}
