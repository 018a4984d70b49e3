import { Fragment, type ReactNode } from 'react';
import { fitForeign, fitName, splitLines } from './fit';
import { classOf, fitClasses, type Line } from './fitted-rules';

/** The name that a page is about. */
const NAME_TARGET = 6.3;
const NARROW_TARGET = 3.5;
const NARROW_LINES = 3;
/** In em: beyond it one line of a wide screen is too small for a name. */
const LONG_NAME = 14;
const LONG_TITLE = 14;

type BillProps = { text: string; target: number; children?: ReactNode };

/** Names read in their own direction, and browsers that translate a page leave them alone. */
const NAME = { dir: 'auto', translate: 'no' } as const;

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** With its language a browser breaks Japanese between phrases. */
const attributesOf = (text: string) => (KANA.test(text) ? { ...NAME, lang: 'ja' } : NAME);

/** A name on one line, in the width of type that fills its measure. */
export function Bill({ text, target, children = text }: BillProps) {
  if (isBlank(text)) return null;
  return (
    <Fitted className="bill" text={text} target={target} line="wrapping" {...attributesOf(text)}>
      {children}
    </Fitted>
  );
}

/** A name on one line where there is room, a very long one on two, and on up to three on a narrow screen. */
export function SplitBill({ text }: { text: string }) {
  if (isBlank(text)) return null;
  const isForeign = fitForeign(text) !== null;
  if (!isForeign && fitName(text, NAME_TARGET).em > LONG_NAME) {
    return <LongBill text={text} />;
  }
  const lines = isForeign ? [] : splitLines(text, NARROW_LINES);
  const part = (before: string) => ({ before, whole: text, target: NAME_TARGET });
  return (
    <Fitted
      className={`bill bill--split ${onLines(lines)}`}
      text={text}
      target={NAME_TARGET}
      line="whole"
      {...attributesOf(text)}
    >
      {isForeign
        ? text
        : spaced(lines, (line, before) => (
            <Fitted className="line" text={line} target={NARROW_TARGET} line={part(before)}>
              {line}
            </Fitted>
          ))}
    </Fitted>
  );
}

/** On a wide screen it breaks once, where that halves it, which may be within a line of a narrow one. */
function LongBill({ text }: { text: string }) {
  const [first = '', second = ''] = splitLines(text, 2);
  const longer = fitName(first, NAME_TARGET).em > fitName(second, NAME_TARGET).em ? first : second;
  const lines = splitLines(text, NARROW_LINES);
  const part = { before: '', whole: text, target: NAME_TARGET };
  let left = first.length;
  return (
    <Fitted
      className={`bill bill--split bill--long ${onLines(lines)}`}
      text={longer}
      target={NAME_TARGET}
      line="whole"
      {...NAME}
    >
      {spaced(lines, (line) => {
        const at = left;
        left -= line.length + 1;
        return (
          <Fitted className="line" text={line} target={NARROW_TARGET} line={part}>
            {at < 0 || at > line.length ? (
              line
            ) : (
              <>
                <span>{line.slice(0, at)}</span>
                <br />
                <span>{line.slice(at)}</span>
              </>
            )}
          </Fitted>
        );
      })}
    </Fitted>
  );
}

/** The title of a release, a long one on two lines, each of which fills the measure. */
export function TitleBill({ text, target }: BillProps) {
  const most = [...text].length >= LONG_TITLE && !fitForeign(text) ? 2 : 1;
  return (
    <p className="measure">
      {spaced(splitLines(text, most), (line) => (
        <Bill text={line} target={target} />
      ))}
    </p>
  );
}

/** Letters painted behind the page; they are no text of it. */
export function BillShadow({ text, target }: BillProps) {
  return <Fitted className="bill" text={text} target={target} line="whole" data-text={text} />;
}

type FittedProps = BillProps & {
  className: string;
  line: Line;
  dir?: 'auto';
  translate?: 'no';
  lang?: string;
  'data-text'?: string;
};

function Fitted({ className, text, target, line, ...rest }: FittedProps) {
  return <span className={`${className} ${fitClasses(text, target, line)}`} {...rest} />;
}

/** How many lines a name has on a narrow screen: each has its share of the height. */
function onLines(lines: string[]): string {
  return classOf(`--lines:${lines.length}`);
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function spaced(lines: string[], render: (line: string, before: string) => ReactNode): ReactNode {
  return lines.map((line, index) => (
    <Fragment key={lines.slice(0, index + 1).join(' ')}>
      {index > 0 && ' '}
      {render(line, lines.slice(0, index).join(' '))}
    </Fragment>
  ));
}
