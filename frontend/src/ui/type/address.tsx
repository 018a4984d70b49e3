import { Fragment } from 'react';

/** An address, which breaks between its parts rather than within a word. */
export function Address({ text }: { text: string }) {
  return text.split(/(?=[./@_])/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same, and none is ever moved
    <Fragment key={place}>
      {place > 0 && <wbr />}
      <span>{part}</span>
    </Fragment>
  ));
}
