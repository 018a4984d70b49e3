/** The accent that is being chosen, as marquee/domain/accent.py judges it when it is saved. Colours are '#rrggbb'. */

/** The accent of a site that has set none. */
export const PINK = '#ff8fa3';
/** Text on the accent. */
const INK = '#14090c';
const MIN_CONTRAST = 4.5;
const STEPS = 100;

/** The colour that was typed, such as 'FFC24B' or '#fc4'; null for what is none. */
export function colourIn(typed: string): string | null {
  const digits = typed.trim().replace(/^#/, '').toLowerCase();
  if (/^[0-9a-f]{6}$/.test(digits)) return `#${digits}`;
  return /^[0-9a-f]{3}$/.test(digits) ? `#${digits.replace(/./g, '$&$&')}` : null;
}

/** From 1 to 21, as WCAG 2.2 reckons it: how well text on the accent reads. */
export const contrastOn = (accent: string): number =>
  (luminance(accent) + 0.05) / (luminance(INK) + 0.05);

export const isReadable = (accent: string): boolean => contrastOn(accent) >= MIN_CONTRAST;

/** '9.0 : 1'; rounded down, so that what is not enough never reads as if it were. */
export const inWords = (contrast: number): string =>
  `${(Math.floor(contrast * 10) / 10).toFixed(1)} : 1`;

/** The accent with as little white in it as makes text on it readable. */
export function closestReadable(accent: string): string {
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = withWhite(accent, step / STEPS);
    if (isReadable(mixed)) return mixed;
  }
  return '#ffffff';
}

function withWhite(colour: string, share: number): string {
  const mixed = channels(colour).map((value) => Math.round(value + (255 - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channels = (colour: string): number[] =>
  [1, 3, 5].map((place) => Number.parseInt(colour.slice(place, place + 2), 16));
