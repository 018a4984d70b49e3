import { Fragment, type ReactNode } from 'react';
import { fitName, LONGEST_LINE, splitLines } from '../fit';
import './bill.css';
import { useFitted } from './fitted';

const NARROW_TARGET = 3.5;
const NARROW_LINES = 3;

type BillProps = { text: string; target: number; children?: ReactNode };

/** A name on one line, in the width of type that fills its measure. */
export function Bill(props: BillProps) {
  return isBlank(props.text) ? null : <FittedBill {...props} />;
}

function FittedBill({ text, target, children = text }: BillProps) {
  const fitted = fitName(text, target);
  const isTooLong = fitted.em > LONGEST_LINE;
  const fit = useFitted('', isTooLong ? { ...fitted, em: LONGEST_LINE } : fitted);
  return <span className={`bill ${isTooLong ? 'bill--wrap ' : ''}${fit}`}>{children}</span>;
}

/** A name on one line where there is room, and on up to three on a narrow screen. */
export function SplitBill(props: BillProps) {
  return isBlank(props.text) ? null : <FittedSplitBill {...props} />;
}

function FittedSplitBill({ text, target }: BillProps) {
  const fit = useFitted('', fitName(text, target));
  return (
    <span className={`bill bill--split ${fit}`}>
      {spaced(splitLines(text, NARROW_LINES), (line) => (
        <Line text={line} />
      ))}
    </span>
  );
}

function Line({ text }: { text: string }) {
  return <span className={`ln ${useFitted('n', fitName(text, NARROW_TARGET))}`}>{text}</span>;
}

/** A title on the given lines, each filling the measure. */
export function BillLines({ lines, target }: { lines: string[]; target: number }) {
  return spaced(lines, (line) => <Bill text={line} target={target} />);
}

/** Letters painted behind the page; they are no text of it. */
export function BillShadow({ text, target }: { text: string; target: number }) {
  return <span className={`bill ${useFitted('', fitName(text, target))}`} data-text={text} />;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function spaced(lines: string[], render: (line: string) => ReactNode): ReactNode {
  return lines.map((line, index) => (
    <Fragment key={lines.slice(0, index + 1).join(' ')}>
      {index > 0 && ' '}
      {render(line)}
    </Fragment>
  ));
}
