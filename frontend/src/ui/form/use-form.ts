import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { keepFocus } from '../focus';
import { forgetDraft, keepDraft, keptDraft } from './kept-drafts';

export type Values = Record<string, string>;
export type Errors<V> = { [Name in keyof V]?: string };
/** Why a submission was refused, and the field that it is about, if any. */
export type Refusal = { message: string; field?: string; kind?: string };

type Options<V extends Values> = {
  initial: V;
  /** Under which name to keep what is typed until it is sent; without one it goes with the form. */
  keepAs?: string;
  check: (values: V) => Errors<V>;
  /** Returns null when it worked. */
  submit: (values: V) => Promise<Refusal | null>;
};

export type FieldBinding = {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
};

/** The state of one form: its values, what is wrong with them, and whether it is being submitted. */
export function useForm<V extends Values>({ initial, keepAs, check, submit }: Options<V>) {
  const ref = useRef<HTMLFormElement>(null);
  const [kept] = useState(() => (keepAs ? keptDraft<V>(keepAs) : null));
  const [values, setValues] = useState<V>({ ...initial, ...kept });
  const latest = useRef(values);
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
    const wrong = check(values);
    if (Object.values(wrong).some(Boolean)) return show(wrong, null);
    show({}, null);
    await keepFocus(send);
  }

  async function send(): Promise<void> {
    setBusy(true);
    const reason = await submit(values);
    if (reason) return showRefusal(reason);
    if (keepAs && latest.current === values) forgetDraft(keepAs);
    flushSync(() => setBusy(false));
  }

  /** Sets some fields, as typing does. */
  function fill(part: Partial<V>): void {
    latest.current = { ...latest.current, ...part };
    if (keepAs) keepDraft(keepAs, latest.current);
    setValues(latest.current);
    setErrors((before) => ({ ...before, ...withoutErrors(part) }));
  }

  function field(name: keyof V & string): FieldBinding {
    return {
      name,
      value: values[name] ?? '',
      error: errors[name],
      onChange: ({ target }) => fill({ [name]: target.value } as Partial<V>),
    };
  }

  /** Begins again with `next`, and forgets what was kept. */
  function reset(next: V = initial): void {
    if (keepAs) forgetDraft(keepAs);
    latest.current = next;
    setValues(next);
    setErrors({});
    setRefusal(null);
  }

  return {
    form: { ref, onSubmit, noValidate: true },
    field,
    fill,
    values,
    /** True when the form began with what was typed into it before. */
    wasKept: kept !== null,
    refusal,
    isBusy,
    reset,
  };
}

function withoutErrors<V extends Values>(part: Partial<V>): Errors<V> {
  return Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) as Errors<V>;
}
