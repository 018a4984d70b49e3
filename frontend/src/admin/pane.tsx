import { type ReactNode, useId } from 'react';
import { onEscape } from '../ui/keys';

type Props = {
  title: string;
  aside?: ReactNode;
  /** Where it stands in the place of others: Escape goes back to them. */
  onBack?: (() => void) | undefined;
  children: ReactNode;
};

/** A section of the panel. */
export function Pane({ title, aside, onBack, children }: Props) {
  const id = useId();
  const heading = (
    <h3 className="head" id={id} tabIndex={-1}>
      {title}
    </h3>
  );
  return (
    // Pressed on its text, it keeps the keys: they are meant for what is read here, not for the panel around it.
    <section
      className="modal__sec"
      aria-labelledby={id}
      tabIndex={onBack && -1}
      onKeyDown={onBack && onEscape(onBack)}
    >
      {aside ? (
        <div className="section-top">
          {heading}
          {aside}
        </div>
      ) : (
        heading
      )}
      {children}
    </section>
  );
}

/** A note next to controls that the server will refuse. */
export function OnlyFor({ children }: { children: ReactNode }) {
  return <p className="only-for">{children}</p>;
}
