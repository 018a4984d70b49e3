import type { ReactNode } from 'react';
import { Bill } from '../type/bill';

const TITLE_TARGET = 5.8;

type Props = {
  title: string;
  titleId?: string;
  heading: 'h1' | 'h2';
  /** A control in the corner of the head. */
  corner?: ReactNode;
  children: ReactNode;
};

/** The small card at the door: a ticket's head with what it is for, and below it what there is to do. */
export function Pass({ title, titleId, heading: Heading, corner, children }: Props) {
  return (
    <>
      <div className="pass on-stock">
        {corner}
        <Heading className="m" id={titleId} tabIndex={-1}>
          <Bill text={title} target={TITLE_TARGET} />
        </Heading>
      </div>
      <div className="pass__body">{children}</div>
    </>
  );
}
