import { type CSSProperties, Fragment, type ReactNode } from 'react';
import { type Fit, fitName, LONGEST_LINE, splitLines } from '../fit';
import './bill.css';

const NARROW_TARGET = 3.5;
const NARROW_LINES = 3;

type BillProps = { text: string; target: number; children?: ReactNode };

/** A name on one line, in the width of type that fills its measure. */
export function Bill({ text, target, children = text }: BillProps) {
  if (text.trim() === '') return null;
  const fitted = fitName(text, target);
  const isTooLong = fitted.em > LONGEST_LINE;
  return (
    <span
      className={isTooLong ? 'bill bill--wrap' : 'bill'}
      style={measure('', isTooLong ? { ...fitted, em: LONGEST_LINE } : fitted)}
    >
      {children}
    </span>
  );
}

/** A name on one line where there is room, and on up to three on a narrow screen. */
export function SplitBill({ text, target }: { text: string; target: number }) {
  if (text.trim() === '') return null;
  return (
    <span className="bill bill--split" style={measure('', fitName(text, target))}>
      {spaced(splitLines(text, NARROW_LINES), (line) => (
        <span className="ln" style={measure('n', fitName(line, NARROW_TARGET))}>
          {line}
        </span>
      ))}
    </span>
  );
}

/** A title on the given lines, each filling the measure. */
export function BillLines({ lines, target }: { lines: string[]; target: number }) {
  return spaced(lines, (line) => <Bill text={line} target={target} />);
}

/** Letters painted behind the page; they are no text of it. */
export function BillShadow({ text, target }: { text: string; target: number }) {
  return <span className="bill" data-text={text} style={measure('', fitName(text, target))} />;
}

function spaced(lines: string[], render: (line: string) => ReactNode): ReactNode {
  return lines.map((line, index) => (
    <Fragment key={lines.slice(0, index + 1).join(' ')}>
      {index > 0 && ' '}
      {render(line)}
    </Fragment>
  ));
}

/** The only place that hands numbers to the style sheet. */
function measure(prefix: '' | 'n', { w, em, l }: Fit): CSSProperties {
  return {
    [`--${prefix}w`]: w.toFixed(1),
    [`--${prefix}em`]: em.toFixed(3),
    [`--${prefix}l`]: l.toFixed(3),
  };
}
