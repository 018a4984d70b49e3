import { type ReactNode, useId } from 'react';
import { Button } from '../../ui/button';
import { Link } from '../../ui/router';

export type Item = {
  what: string;
  why: string;
  /** What the control is called, and where it leads: to a path, or what it runs. */
  action: string;
  to: string | (() => void);
};

type Props = { title: string; note: string; items: readonly Item[]; children?: ReactNode };

/** What can be done, each with one press; the first is the next. */
export function ToDo({ title, note, items, children }: Props) {
  const id = useId();
  return (
    <section className="welcome__sec" aria-labelledby={id}>
      <h2 className="head" id={id}>
        {title}
      </h2>
      <p className="only-for">{note}</p>
      {(items.length > 0 || children) && (
        <ul className="todo" role="list">
          {items.map((item, place) => (
            <li key={item.what}>
              <div>
                <b>{item.what}</b> <small>{item.why}</small>
              </div>
              <Control item={item} isNext={place === 0} />
            </li>
          ))}
          {children}
        </ul>
      )}
    </section>
  );
}

function Control({ item: { what, action, to }, isNext }: { item: Item; isNext: boolean }) {
  const name = `${action}: ${what}`;
  if (typeof to === 'string') {
    return (
      <Link className={`btn btn--${isNext ? 'primary' : 'line'}`} href={to} aria-label={name}>
        {action}
      </Link>
    );
  }
  return (
    <Button look={isNext ? 'primary' : 'line'} aria-label={name} onClick={to}>
      {action}
    </Button>
  );
}
