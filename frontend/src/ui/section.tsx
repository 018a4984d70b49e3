import { type ReactNode, useId } from 'react';

type Props = {
  id?: string;
  title: string;
  aside?: ReactNode;
  /** True when what stands aside is more than a note. */
  hasControls?: boolean;
  children: ReactNode;
};

export function Section({ id, title, aside, hasControls = false, children }: Props) {
  const headingId = useId();
  return (
    <section className="section" id={id} aria-labelledby={headingId}>
      <div className="wrap">
        <div className={hasControls ? 'section__top section__top--controls' : 'section__top'}>
          <h2 className="head" id={headingId} tabIndex={-1}>
            {title}
          </h2>
          {aside}
        </div>
        {children}
      </div>
    </section>
  );
}
