/**
 * What only `make test-all` tries. Tests whose name ends with `@release` take a way that is seldom taken, through code that
 * others run; the cases named here take the way of another one, at another size, in other colours, for another person.
 */

/** Parts of their names, as `playwright test --list` shows them: of project, file and test. */
const TWINS: readonly RegExp[] = [
  // The same with other stand-ins for the typeface.
  /^dejavu /,
  // The same at 360 or 390 px, and in dark.
  /\bat 1440\b/,
  /Back, the brand .* at (390|667) px/,
  // The same for another person.
  /a panel follows the (admin|owner|stranger) /,
  /the (admin|owner) sees the same pages opened/,
  /signed in as contact, the panel shows/,
  /when the admin adds an event|the admin deletes an event/,
  // The same in another place.
  /(People|History|Several at once|the search) is asked for again after its script/,
  /first view of \/artist\/(night-ferry|abel-quintero)/,
  // The same with another fault, clock, name or value.
  /(a date|an artist): from the press to the row/,
  /is logged: case ((?!7)\d+, unreachable|(2|3|5|6|8|9|11|12|14|15), 500)/,
  /axe finds nothing on (a link before it is used|a link that is too old|the end of it|the new password|a changed password)/,
  /where storage is (refused on each use|full|not there)/,
  /an event after the session was ended elsewhere/,
  /an artist whose save was not answered/,
  /selected where the browser copies nothing/,
  /under the next step, with text at 100 %/,
  /\.spec\.ts Europe\/Berlin /,
  /the name “(Mara Voss|Ox|The Extraordinary|Оркестр)/,
  /markup as a name is text: (<script>|">|';)/,
  // All of its steps have tests of their own.
  /label\.spec\.ts|roster\.spec\.ts|main-job\.spec\.ts/,
];

/** What a run leaves out. */
export const LEFT_OUT = process.env.EVERYTHING ? [] : [...TWINS, /@release/];
