/** The text of a file; `told` are words of it whose letters depend on how it was saved, none where that is known. */
type FileText = { text: string; told: string[] };

/** A file that is no text, or whose letters cannot be made out. */
export class NoText extends Error {}

const MAX_TOLD = 3;

/** What no text in Windows-1252 has; the command line knows it too (marquee/sheets/encodings.py). */
const ODD =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what bytes without a letter become.
  /[\x80-\x9f\ufffd¤¦¯]|[Ÿƒˆ†‡‰](?=[a-z])|Œ(?=[bghjklmnprtvwxyz])|(?<=[a-zà-ÿ])[A-Za-z]?[ŽŠŸŒÀ-ÖØ-Þƒˆ†‡‰]|(?<=[a-zà-ÿ])[^\x00-\x7fÀ-ÖØ-öø-ÿœšž’‘´·•–—…\u00ad\u00a0°ºª®™](?=[a-zà-ÿ])|(?=[^\x00-\x7f]{0,2}[À-ÖØ-öø-ÿŒœŠšŽž])[^\x00-\x7f\u00a0]{3}/;

/** What names seldom have, and other letters often become: these words are told first (encodings.py knows it too). */
const RARE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is every letter that is not ASCII.
  /[^\x00-\x7fäöüÄÖÜßéèêëÉáàâíîïóôúùûñçåæøÅÆØ°€£’“”„…–—·]|(?<=[a-z])[–—’](?=[a-z])|^[–—]|ø(?=.*[áíý])|[áíý](?=.*ø)/;

/** What the files of spreadsheet programs begin with, the newer ones and the older (encodings.py knows it too). */
const WORKBOOKS = [[0x50, 0x4b, 0x03, 0x04].join(), [0xd0, 0xcf, 0x11, 0xe0].join()];

/**
 * Reads a file that a spreadsheet saved: UTF-16 with its mark, UTF-8, or else Windows-1252, in which Excel saves CSV and
 * in which any bytes are valid. Throws NoText for what is surely none of these.
 */
export async function textOf(file: Blob): Promise<FileText> {
  const bytes = await file.arrayBuffer();
  const start = new Uint8Array(bytes.slice(0, 4));
  const [first, second] = start;
  if (WORKBOOKS.includes(start.join()))
    throw new NoText(
      'This is a workbook. Save its sheet as “CSV UTF-8”, or copy its rows and paste them.',
    );
  if (first === 0xff && second === 0xfe) return known(new TextDecoder('utf-16le').decode(bytes));
  if (first === 0xfe && second === 0xff) return known(new TextDecoder('utf-16be').decode(bytes));
  try {
    return known(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return western(new TextDecoder('windows-1252').decode(bytes));
  }
}

const known = (text: string): FileText => ({ text, told: [] });

function western(text: string): FileText {
  const words = new Set(text.match(/[^\s,;|"]*[^\s,;|"\p{ASCII}][^\s,;|"]*/gu));
  const odd = [...words].find((word) => ODD.test(word));
  if (odd !== undefined)
    throw new NoText(
      `The letters of this file cannot be made out: one word would be “${odd.slice(0, 60)}”. Save it as UTF-8, which Excel calls “CSV UTF-8”, or copy its rows and paste them.`,
    );
  const isCommon = (word: string) => Number(!RARE.test(word));
  const told = [...words].sort((a, b) => isCommon(a) - isCommon(b)).slice(0, MAX_TOLD);
  return { text, told };
}
