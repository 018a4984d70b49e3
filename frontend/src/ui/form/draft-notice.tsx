import { LinkButton } from '../link-button';

type Props = {
  /** The form began with what was typed into it before. */
  wasKept: boolean;
  /** Gives that up. */
  reset: () => void;
};

/** Says where a form is opened that it will begin so. */
export function KeptNotice({ isKept }: { isKept: boolean }) {
  return (
    isKept && (
      <p className="draft-notice">What you typed here before is kept. It is not saved yet.</p>
    )
  );
}

/** Says that a form begins with what was typed into it before, with a way to give that up. */
export function DraftNotice({ wasKept, reset }: Props) {
  if (!wasKept) return null;
  return (
    <p className="draft-notice wide">
      What you typed here before is back. It is not saved yet.{' '}
      <LinkButton onClick={() => reset()}>Start over</LinkButton>
    </p>
  );
}
