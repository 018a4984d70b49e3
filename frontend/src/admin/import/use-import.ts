import { useState } from 'react';
import { flushSync } from 'react-dom';
import { attempt } from '../../api/explain';
import { useStore } from '../../api/query-store';
import { type Preview, previewImport, runImport, type TableToImport } from '../../api/tables';
import { forgetDraft, keepDraft, keptDraft } from '../../ui/form/kept-drafts';
import { isProblem } from './rows';

const DRAFT = 'table';
const EMPTY: TableToImport = { table_text: '', day_first: null, artists: {} };

export type Step =
  | { at: 'paste' }
  | { at: 'check'; preview: Preview }
  | { at: 'done'; preview: Preview; added: number };

/** A table on its way into the site: pasted, checked row by row, added. Nothing is saved before the last step. */
export function useImport() {
  const store = useStore();
  const [table, setTable] = useState(() => ({
    ...EMPTY,
    ...keptDraft<{ table_text: string }>(DRAFT),
  }));
  const [step, setStep] = useState<Step>({ at: 'paste' });
  const [busy, setBusy] = useState<'reading' | 'adding' | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  function type(text: string): void {
    setTable({ ...EMPTY, table_text: text });
    setRefusal(null);
    if (text) keepDraft(DRAFT, { table_text: text });
    else forgetDraft(DRAFT);
  }

  /** Reads the table with what was answered about it so far. */
  async function check(answers: Partial<TableToImport> = {}): Promise<boolean> {
    const next = { ...table, ...answers };
    setTable(next);
    setBusy('reading');
    const failure = await attempt(async () => {
      const preview = await previewImport(next);
      flushSync(() => setStep({ at: 'check', preview }));
    });
    flushSync(() => {
      setBusy(null);
      setRefusal(failure?.message ?? null);
    });
    return !failure;
  }

  /** Adds every row that is ready. When one is refused nothing was added, and the rows say why after another look. */
  async function add(preview: Preview): Promise<void> {
    setBusy('adding');
    setRefusal(null);
    const leaveOut = preview.rows.filter(isProblem).map(({ line }) => line);
    const failure = await attempt(async () => {
      const { added } = await runImport(table, leaveOut);
      forgetDraft(DRAFT);
      flushSync(() => setStep({ at: 'done', preview, added }));
      void store.invalidate(['music_artists', 'music_events']);
    });
    if (failure && (await check())) setRefusal(`Nothing was added. ${failure.message}`);
    else if (failure) setRefusal(failure.message);
    setBusy(null);
  }

  function back(): void {
    setRefusal(null);
    setStep({ at: 'paste' });
  }

  function restart(): void {
    type('');
    back();
  }

  return { table, step, busy, refusal, type, check, add, back, restart };
}

export type Import = ReturnType<typeof useImport>;
