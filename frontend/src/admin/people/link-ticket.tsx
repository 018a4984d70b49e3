import { useId } from 'react';
import type { Invitation } from '../../api/people';
import { CopyButton } from '../../ui/copy-button';
import { onEscape } from '../../ui/keys';
import { dayOf } from '../account/moment';
import { whatFor } from './words';

type Props = {
  link: string;
  invitation: Invitation;
  /** Whether the press that made the link also copied it; undefined while that is not known. */
  isCopied: boolean | undefined;
  onClose: () => void;
};

/** The link of an invitation, which is shown this once. It is selected, ready to be copied. */
export function LinkTicket({ link, invitation, isCopied, onClose }: Props) {
  const id = useId();
  return (
    <section
      className="admit on-stock"
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={onEscape(onClose)}
    >
      <h4 id={id}>{`Link for: ${whatFor(invitation)}`}</h4>
      <input className="input" readOnly aria-label="Invitation link" value={link} ref={select} />
      <p role="status">{isCopied !== undefined && (isCopied ? 'Copied.' : NOT_COPIED)}</p>
      <CopyButton text={link}>Copy again</CopyButton>
      <p>
        <b>{`The link works once, until ${dayOf(invitation.expires_at, new Date())}.`}</b> It is
        shown only this once. Send it only to the person it is for.
      </p>
    </section>
  );
}

const NOT_COPIED =
  'This browser does not let the page copy it. The link is selected: copy it with Ctrl+C, or ⌘C.';

function select(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
