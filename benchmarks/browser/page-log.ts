/** What the browser itself has measured of a page; all times in ms since navigation. */

export type PageLog = {
  firstPaint: number;
  largestPaint: number;
  shift: number;
  blocking: number;
  /** When the first lasting content of the main part was painted. */
  readable: number;
  /** When its script has taken over: the page marks that moment as `live`. */
  live: number;
  resources: { name: string; start: number; end: number; bytes: number }[];
};

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };

/** Reads it when everything has happened: a script that waited in the page would delay what it measures. */
export async function readLog(): Promise<PageLog> {
  const entries = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      new PerformanceObserver((list, observer) => {
        observer.disconnect();
        resolve(list.getEntries());
      }).observe({ type, buffered: true });
      setTimeout(resolve, 200, []); // an observer is not called where there is nothing to report
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
