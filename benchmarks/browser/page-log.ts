/** What the browser itself has noted of a page; all times in ms since navigation. */

export type PageLog = {
  firstPaint: number;
  largestPaint: number;
  shift: number;
  blocking: number;
  /** When the first of what stays in the page's main part was painted. */
  readable: number;
  /** When it answers to a press. */
  live: number;
  resources: { name: string; start: number; end: number; bytes: number }[];
};

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };

/** Asked for when all is over: a script of ours that waits in the page would be one more that runs before it is painted. */
export async function readLog(): Promise<PageLog> {
  const entries = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      new PerformanceObserver((list, observer) => {
        observer.disconnect();
        resolve(list.getEntries());
      }).observe({ type, buffered: true });
      setTimeout(resolve, 200, []); // nothing is told of what never was
    });
  const [paints, shifts, tasks] = await Promise.all([
    entries('largest-contentful-paint') as Promise<LargestContentfulPaint[]>,
    entries('layout-shift') as Promise<Shift[]>,
    entries('longtask'),
  ]);
  const timeOf = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? 0;
  const firstPaint = timeOf('first-contentful-paint');
  const resources = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ] as PerformanceResourceTiming[];
  return {
    firstPaint,
    largestPaint: paints.at(-1)?.startTime ?? 0,
    shift: shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0),
    blocking: tasks.reduce((sum, { startTime, duration }) => {
      const excess = startTime + duration - Math.max(startTime, firstPaint) - 50;
      return sum + Math.max(excess, 0);
    }, 0),
    readable: paints.find(({ element }) => element?.closest('main *'))?.startTime ?? 0,
    live: timeOf('live'),
    resources: resources.map(({ name, startTime, responseEnd, encodedBodySize }) => ({
      name,
      start: startTime,
      end: responseEnd,
      bytes: encodedBodySize,
    })),
  };
}
