import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from './icon';
import { CHEVRON } from './icons';

type Props = {
  label: string;
  /** What it is about, for people who do not see where it stands. */
  subject?: string;
  icon: string;
  look?: 'line' | 'primary';
  /** The side of the button with which the list lines up. */
  side?: 'left' | 'right';
  /** The entries, each an `li` with a link or a button. */
  children: ReactNode;
};

/** A button that shows links below it, without script too. Escape, a press elsewhere and a choice close it. */
export function Menu({ label, subject, icon, look = 'line', side = 'right', children }: Props) {
  const box = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) close(box.current);
    };
    addEventListener('pointerdown', closeOutside);
    addEventListener('focusin', closeOutside);
    return () => {
      removeEventListener('pointerdown', closeOutside);
      removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);

  function onKeyDown({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>): void {
    if (key !== 'Escape' || !currentTarget.open) return;
    close(currentTarget);
    currentTarget.querySelector('summary')?.focus();
  }

  return (
    <details
      ref={box}
      className={`menu menu--${side}`}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onKeyDown={onKeyDown}
    >
      <summary className={`btn btn--${look}`}>
        <Icon shape={icon} />
        {label}
        {subject && <span className="visually-hidden">{subject}</span>}
        <span className="menu__chevron">
          <Icon shape={CHEVRON} />
        </span>
      </summary>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari takes a list without bullets for no list. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: The entries are links and buttons, which have the keyboard's. */}
      <ul className="menu__list" role="list" onClick={() => close(box.current)}>
        {children}
      </ul>
    </details>
  );
}

function close(menu: HTMLDetailsElement | null): void {
  if (menu) menu.open = false;
}

type LinkProps = {
  href: string;
  icon: string;
  text: string;
  hint?: string;
  opensTab?: boolean;
  download?: boolean;
};

/** An entry of a menu. */
export function MenuLink({ href, icon, text, hint, opensTab, download }: LinkProps) {
  const tab = opensTab ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return (
    <li>
      <a href={href} download={download} {...tab}>
        <Icon shape={icon} />
        <span>{text}</span>
        {opensTab && <span className="visually-hidden"> (opens in a new tab)</span>}
        {hint && <small>{hint}</small>}
      </a>
    </li>
  );
}
