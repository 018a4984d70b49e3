import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { FieldFrame } from '../../ui/form/field';
import type { FieldBinding } from '../../ui/form/use-form';
import { keyOf } from '../../ui/keys';
import { say } from '../../ui/message/say';
import { AN_ADDRESS, WhatItIs } from './link-row';
import { linksIn, nameOf, problemOf, type TypedLink } from './links';

type Props = {
  field: FieldBinding;
  links: TypedLink[];
  /** Takes the list with what was added. */
  onAdd: (links: TypedLink[]) => void;
};

/** Takes an address that is typed and Enter, or any number that are pasted. What stays in it is saved too. */
export function AddLink({ field, links, onAdd }: Props) {
  const [refused, setRefused] = useState<string>();
  const { value, error, onChange } = field;

  /** False when it is one that cannot be added: it stays in the field, which says why. */
  function add(text: string): boolean {
    const added = linksIn(text);
    const next = [...links, ...added];
    const problem = added.length === 1 ? problemOf(next, links.length) : undefined;
    setRefused(problem);
    if (problem || added.length === 0) return false;
    onAdd(next);
    say(`Added ${added.length === 1 ? nameOf(next, links.length) : `${added.length} links`}.`);
    return true;
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (keyOf(event) !== 'Enter' || event.ctrlKey || event.metaKey || !value.trim()) return;
    event.preventDefault();
    add(value);
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>): void {
    const text = event.clipboardData.getData('text');
    const { selectionStart, selectionEnd } = event.currentTarget;
    const typed = selectionStart === selectionEnd ? value.trim() : '';
    const completes = typed !== '' && linksIn(text).length < 2;
    if (!completes && add(`${typed}\n${text}`)) event.preventDefault();
  }

  return (
    <div className="add-link">
      <FieldFrame
        {...field}
        label="Add a link"
        isOptional
        isUrgent
        error={error ?? refused}
        placeholder="Paste any address"
        onChange={(event) => {
          setRefused(undefined);
          onChange(event);
        }}
      >
        {(control) => (
          <input
            {...control}
            {...AN_ADDRESS}
            className="input"
            autoComplete="off"
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
        )}
      </FieldFrame>
      {value.trim() ? (
        <WhatItIs url={value} />
      ) : (
        <p className="link-kind">Bandcamp, Spotify, YouTube, a radio: one or several at once.</p>
      )}
    </div>
  );
}
