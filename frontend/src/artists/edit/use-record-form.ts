import { useState } from 'react';
import { flushSync } from 'react-dom';
import { attempt } from '../../api/client/explain';
import type { Merge } from '../../ui/form/kept-drafts';
import { theirsOf } from '../../ui/form/theirs';
import { type FormOptions, type Refusal, useForm } from '../../ui/form/use-form';
import type { Errors, Values } from '../../ui/form/values';

type Options<R, V extends Values> = Pick<FormOptions<V>, 'keepAs' | 'failed'> & {
  record: R;
  draftOf: (record: R) => V;
  merge: Merge<V>;
  check: (draft: V, before: V) => Errors<V>;
  /** What the fields are called of which people are told that somebody else changed them too. */
  labels: Readonly<Record<string, string>>;
  /** The record as it is by now. Throws when it cannot be had. */
  load: () => Promise<R>;
  /** Saves what was typed into `base`, which was `before` as a draft; null when it worked. */
  submit: (draft: V, base: R, before: V) => Promise<Refusal | null>;
};

/** The form of a saved record, also when someone else saves it in the meantime; `SaveProblem` shows that. */
export function useRecordForm<R, V extends Values>(options: Options<R, V>) {
  const { record, draftOf, merge, check, labels, load, submit, ...rest } = options;
  const [base, setBase] = useState(record);
  const [loadFailure, setLoadFailure] = useState<string | null>(null);
  const before = draftOf(base);
  const form = useForm<V>({
    ...rest,
    initial: before,
    merge,
    check: (draft) => check(draft, before),
    submit: (draft) => {
      setOlder(null);
      return submit(draft, base, before);
    },
  });
  // What stood there as the changes were typed that now stand over a newer version.
  const [older, setOlder] = useState(form.older);
  const theirs = older && theirsOf(labels, older, form.values, before);

  /** Goes on from another version, with what is `typed` over it. */
  function begin(version: R, typed: Partial<V>): void {
    form.reset(draftOf(version), typed);
    setBase(version);
  }

  async function loadNewest(): Promise<void> {
    const failure = await attempt(async () => {
      const newest = await load();
      const typed = { ...before, ...form.typedSince(before) };
      flushSync(() => {
        begin(newest, merge(before, typed, draftOf(newest)));
        setOlder(before);
      });
    });
    setLoadFailure(failure?.message ?? null);
  }

  function reset(): void {
    setOlder(null);
    form.reset();
  }

  return { ...form, reset, begin, loadNewest, loadFailure, theirs };
}
