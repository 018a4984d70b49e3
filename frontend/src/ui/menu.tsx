import { type ReactNode, useId } from 'react';
import { Button, type Look } from './button';
import { Icon } from './icon';
import { CHEVRON } from './icons';

type Props = {
  label: string;
  /** What it is about, for people who do not see where it stands. */
  subject?: string;
  icon: string;
  look?: Look;
  /** The side of the button with which the list lines up. */
  side?: 'left' | 'right';
  /** The entries, each an `li` with a link. */
  children: ReactNode;
};

/** A button that shows links below it. The browser opens and closes it, also before the page's script has come. */
export function Menu({ label, subject, icon, look = 'line', side = 'right', children }: Props) {
  const id = useId();
  return (
    <div className={`menu menu--${side}`}>
      <Button look={look} icon={icon} popoverTarget={id}>
        <span>{label}</span>
        {subject && <span className="visually-hidden">{subject}</span>}
        <Icon shape={CHEVRON} />
      </Button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: The entries are links, which have the keyboard's. */}
      <ul
        id={id}
        popover="auto"
        className="menu__list"
        onClick={({ currentTarget }) => currentTarget.hidePopover()}
      >
        {children}
      </ul>
    </div>
  );
}

type LinkProps = {
  href: string;
  icon: string;
  text: string;
  hint?: string;
  opensTab?: boolean;
  download?: boolean;
};

export function MenuLink({ href, icon, text, hint, opensTab, download }: LinkProps) {
  const tab = opensTab ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return (
    <li>
      <a href={href} download={download} {...tab}>
        <Icon shape={icon} />
        <span>
          <span>{text}</span>
          {opensTab && <span className="visually-hidden"> (opens in a new tab)</span>}
        </span>
        {hint && <small>{hint}</small>}
      </a>
    </li>
  );
}
