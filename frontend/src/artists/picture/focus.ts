/** A point of a picture, in per cent from the left and from the top. */
export type Point = { x: number; y: number };

/** Where crops are centred unless the picture says: heads are above the middle. */
const USUAL: Point = { x: 50, y: 28 };

const FOCUS = /#focus=(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)$/;

/** The point that an image's address says, or the usual one. */
export function focusOf(image: string): Point {
  const [, x, y] = FOCUS.exec(image) ?? [];
  return x === undefined ? USUAL : { x: Number(x), y: Number(y) };
}

/** The address with this point, and no other. */
export function withFocus(image: string, { x, y }: Point): string {
  return `${image.replace(/#.*/, '')}#focus=${within(x)},${within(y)}`;
}

export function movedBy(point: Point, x: number, y: number): Point {
  return { x: within(point.x + x), y: within(point.y + y) };
}

function within(percent: number): number {
  return Math.round(Math.min(100, Math.max(0, percent)));
}
