/** The first that fits counts: browsers also claim to be those that they came from. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\/|\bOpera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|Chromium|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
];

const MAX_PROGRAM_LENGTH = 40;

/** Says what a `User-Agent` is in words, such as 'Firefox on Android'. */
export function deviceOf(userAgent: string | null): string {
  if (!userAgent?.trim()) return 'Unknown device';
  const browser = nameIn(BROWSERS, userAgent);
  const system = nameIn(SYSTEMS, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  // Programs name themselves first, such as 'curl/8.9.1'.
  const program = userAgent.trim().split(/[/\s]/)[0] ?? '';
  return browser ?? system ?? program.slice(0, MAX_PROGRAM_LENGTH);
}

function nameIn(names: readonly [RegExp, string][], userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}
