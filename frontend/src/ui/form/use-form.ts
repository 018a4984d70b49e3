import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { keepFocus } from '../focus';
import { onEscape, sends } from '../keys';
import { type Refusal, tellFailure } from '../message/tell-failure';
import { tellSlow } from '../message/tell-slow';
import { forgetDraft, keepDraft, keptDraft, type Merge, startOf } from './kept-drafts';
import {
  differences,
  type Errors,
  pick,
  unnoticed,
  type Values,
  withLabel,
  withoutErrors,
} from './values';

export type { Errors, Refusal };

export type FormOptions<V extends Values> = {
  initial: V;
  /** Under which name to keep what is typed until it is sent; without one it goes with the form. */
  keepAs?: string;
  /** How what was kept goes into a record that was changed since; without it, it is laid over that. */
  merge?: Merge<V>;
  check?: (values: V) => Errors<V>;
  /** What a refusal is told as once the form is gone: 'Not saved: the date.' */
  failed: string | ((sent: V) => string);
  /** Returns null when it worked. */
  submit: (values: V) => Promise<Refusal | null>;
  /** What Escape closes, where the form stands in something larger. */
  onEscape?: (() => void) | undefined;
};

export type FieldBinding = {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
};

/** Nothing is wrong: the person is to answer something first. */
export const HELD: Refusal = { kind: 'held', message: '' };

/** What HELD is told as where there is nothing to answer it in. */
const UNASKED: Refusal = { message: 'There is a question to answer first: open it again.' };

const FAULT: Refusal = {
  message: 'Something went wrong on this page. What you typed is still here: try again.',
};

/** The state of one form: its values, what is wrong with them, and whether it is being submitted. */
export function useForm<V extends Values>({
  initial,
  keepAs,
  merge,
  check = () => ({}),
  failed,
  submit,
  onEscape: close,
}: FormOptions<V>) {
  const ref = useRef<HTMLFormElement>(null);
  const [start] = useState(() => startOf(initial, keepAs, merge));
  const [wasKept, setWasKept] = useState(start.wasKept);
  const [values, setValues] = useState(start.values);
  const latest = useRef(values);
  // What the form was last sent with, or began again with: a Cancel while it is sent is no typing.
  const since = useRef(values);
  const [errors, setErrors] = useState<Errors<V>>({});
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);

  function show(wrong: Errors<V>, general: Refusal | null): void {
    flushSync(() => {
      setErrors(wrong);
      setRefusal(general);
      setBusy(false);
    });
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    ref.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  }

  function showRefusal(reason: Refusal): void {
    const { field, message } = reason;
    if (field !== undefined && field in values) show({ [field]: message } as Errors<V>, null);
    else show({}, reason);
  }

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    fill(unnoticed(ref.current, latest.current));
    const sent = latest.current;
    const wrong = check(sent);
    if (Object.values(wrong).some(Boolean)) return show(wrong, null);
    show({}, null);
    await keepFocus(() => send(sent));
  }

  async function send(sent: V): Promise<void> {
    since.current = sent;
    const form = ref.current;
    setBusy(true);
    const reason = await tellSlow(submit(sent)).catch((fault: unknown) => {
      refuse(FAULT, sent, form);
      throw fault;
    });
    if (reason) return refuse(reason, sent, form);
    if (latest.current === sent) forget();
    flushSync(() => setBusy(false));
  }

  function refuse(reason: Refusal, sent: V, form: HTMLFormElement | null): void {
    bringBack(sent);
    showRefusal(reason);
    const told = reason === HELD ? UNASKED : { ...reason, message: withLabel(form, reason) };
    tellFailure(ref.current, typeof failed === 'string' ? failed : failed(sent), told);
  }

  /** Cancel gave up what seemed to be saved. A form that was opened since has a draft of its own. */
  function bringBack(sent: V): void {
    if (!keepAs || (!ref.current && keptDraft(keepAs))) return;
    if (since.current !== sent) fill({ ...sent, ...typedSince() });
    else if (!ref.current) keepOver(initial);
  }

  function forget(): void {
    if (keepAs) forgetDraft(keepAs);
    setWasKept(false);
  }

  /** Keeps what is typed over `record`. */
  function keepOver(record: V): void {
    if (!keepAs) return;
    const typed = differences(record, latest.current);
    keepDraft(keepAs, typed, merge && pick(record, Object.keys(typed)));
  }

  /** Ctrl+Enter sends the form from any of its fields. */
  function onKeyDown(event: KeyboardEvent): void {
    if (close) onEscape(close)(event);
    if (!sends(event) || event.defaultPrevented) return;
    event.preventDefault();
    ref.current?.requestSubmit();
  }

  /** Sets some fields, as typing does; an answer that comes late goes by what is typed `now`. */
  function fill(next: Partial<V> | ((now: V) => Partial<V>)): void {
    const part = typeof next === 'function' ? next(latest.current) : next;
    if (Object.keys(part).length === 0) return;
    latest.current = { ...latest.current, ...part };
    keepOver(initial);
    setValues(latest.current);
    setErrors((before) => ({ ...before, ...withoutErrors(part) }));
  }

  /** What was typed over `before`; without it, since the form was sent, or began again meanwhile. */
  function typedSince(before: V = since.current): Partial<V> {
    return differences(before, latest.current) as Partial<V>;
  }

  function field(name: keyof V & string): FieldBinding {
    return {
      name,
      value: values[name] ?? '',
      error: errors[name],
      onChange: ({ target }) =>
        fill({ ...unnoticed(ref.current, latest.current), [name]: target.value } as Partial<V>),
    };
  }

  /** Begins again with `record`, and forgets what was kept, but what is `typed` over it. */
  function reset(record: V = initial, typed: Partial<V> = {}): void {
    forget();
    since.current = record;
    latest.current = { ...record, ...typed };
    keepOver(record);
    setValues(latest.current);
    setErrors({});
    setRefusal(null);
  }

  return {
    form: { ref, onSubmit, onKeyDown, noValidate: true },
    field,
    fill,
    typedSince,
    values,
    /** The names of the fields that differ from the initial values. */
    changed: Object.keys(differences(initial, values)),
    /** True when the form began with what was typed into it before. */
    wasKept,
    /** What stood there as that was typed, where by then something else did. */
    older: start.older,
    refusal,
    isBusy,
    reset,
  };
}
