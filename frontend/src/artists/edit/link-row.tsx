import { type ClipboardEvent, useId, useState } from 'react';
import { FieldError } from '../../ui/form/field';
import { movesRow, type Order, OrderButtons } from '../../ui/form/ordered-rows';
import { placeAt } from '../services';
import { completeLink, isKnown, linksIn, nameOf, problemOf, type TypedLink } from './links';

type Props = {
  links: TypedLink[];
  place: number;
  order: Order;
  /** The form was sent with something wrong in the list: half an address is told too. */
  wasSent: boolean;
  onChange: (links: TypedLink[]) => void;
};

export function LinkRow({ links, place, order, wasSent, onChange }: Props) {
  const id = useId();
  const [typing, setTyping] = useState<'url' | 'label' | null>(null);
  const link = links[place] ?? { url: '', label: '' };
  const { url, label } = link;
  const problem = typing === null || wasSent ? problemOf(links, place) : undefined;
  const name = nameOf(links, place);
  const replace = (...rows: TypedLink[]) => onChange(links.toSpliced(place, 1, ...rows));
  const takesLabel = label !== '' || typing === 'label' || (isAddress(url) && !isKnown(url));

  function onPaste(event: ClipboardEvent<HTMLInputElement>): void {
    const pasted = linksIn(event.clipboardData.getData('text'));
    if (pasted.length < 2) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const isReplaced = selectionStart === 0 && selectionEnd === url.length;
    replace(...(isReplaced ? [] : [link]), ...pasted);
  }

  const common = {
    className: 'input',
    autoComplete: 'off',
    onBlur: () => setTyping(null),
  };
  return (
    <li
      className="link-row"
      onKeyDown={(event) => movesRow(event, (step) => order.move(place, step))}
    >
      <input
        {...common}
        {...AN_ADDRESS}
        aria-label={`Link ${place + 1}`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={id}
        value={url}
        onPaste={onPaste}
        onChange={({ target }) => {
          setTyping('url');
          replace({ ...link, url: target.value });
        }}
      />
      {takesLabel && (
        <input
          {...common}
          aria-label={`Label of link ${place + 1}`}
          placeholder="Label (Optional)"
          value={label}
          onFocus={() => setTyping('label')}
          onChange={({ target }) => replace({ ...link, label: target.value })}
        />
      )}
      <div id={id}>{problem ? <FieldError>{problem}</FieldError> : <WhatItIs url={url} />}</div>
      <OrderButtons
        order={order}
        place={place}
        name={name}
        count={links.length}
        removal={`Remove ${name}`}
      />
    </li>
  );
}

/** What a browser is not to correct in an address. */
export const AN_ADDRESS = {
  type: 'text',
  inputMode: 'url',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;

/** The service at an address, as soon as enough of it is typed. */
export function WhatItIs({ url }: { url: string }) {
  const found = isAddress(url) ? placeAt(completeLink(url)) : null;
  return (
    <p className="link-kind">
      {found && (
        <>
          <b>{found.name}</b>{' '}
          <span>{found.isListening ? 'in Listen Now' : 'not in Listen Now'}</span>
        </>
      )}
    </p>
  );
}

function isAddress(url: string): boolean {
  return url.trim() !== '' && problemOf([{ url, label: '' }], 0) === undefined;
}
