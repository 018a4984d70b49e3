/** What runs in the page before anything else, and what it has seen at the end; all times in ms since navigation. */

export type PageLog = {
  firstPaint: number;
  largestPaint: number;
  shift: number;
  blocking: number;
  /** When the page's heading was there to read. */
  readable: number;
  /** When it answers to a press. */
  live: number;
  resources: { name: string; start: number; end: number; bytes: number }[];
};

type Notes = { largest: number; shift: number; tasks: [number, number][] };
type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };

/** Where the notes lie while the page lives; each function is sent to the page alone. */
export type Noted = { notes: Notes };

export function startLog(): void {
  const notes: Notes = { largest: 0, shift: 0, tasks: [] };
  Object.assign(window, { notes });
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    });
  watch('largest-contentful-paint', (entry) => (notes.largest = entry.startTime));
  watch('layout-shift', (entry) => {
    if (!(entry as Shift).hadRecentInput) notes.shift += (entry as Shift).value;
  });
  watch('longtask', ({ startTime, duration }) =>
    notes.tasks.push([startTime, startTime + duration]),
  );
  addEventListener('marquee:hydrated', () => performance.mark('live'), { once: true });
  const look = () => {
    if (document.querySelector('h1')?.textContent) performance.mark('readable');
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

export function endLog(): PageLog {
  const { largest, shift, tasks } = (window as unknown as Noted).notes;
  const timeOf = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? 0;
  const firstPaint = timeOf('first-contentful-paint');
  const [page, ...files] = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ] as PerformanceResourceTiming[];
  const blocking = tasks
    .map(([start, end]) => end - Math.max(start, firstPaint) - 50)
    .reduce((sum, excess) => sum + Math.max(excess, 0), 0);
  const resources = [page, ...files].flatMap((entry) =>
    entry
      ? {
          name: entry.name,
          start: entry.startTime,
          end: entry.responseEnd,
          bytes: entry.encodedBodySize,
        }
      : [],
  );
  // A heading that came with the document is there to read when it is painted.
  return {
    firstPaint,
    largestPaint: largest,
    shift,
    blocking,
    readable: Math.max(timeOf('readable'), firstPaint),
    live: timeOf('live'),
    resources,
  };
}
