/** Traces how React takes a page over: the main thread's tasks that run script. Run by `benchmarks/pages/hydration.py`. */

import { test } from '@playwright/test';
import { followPlan, load, type Phone, type Variant } from './phone';

type Trace = { name: string; evaluation: number; tasks: number[] };
/** Times in microseconds. */
type TraceEvent = { name: string; pid: number; tid: number; ts: number; dur?: number };

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8', 'toplevel'];
const EVALUATION = 'v8.evaluateModule';
const SCRIPT = ['FunctionCall', 'RunMicrotasks', 'TimerFire', 'FireIdleCallback'];

test('hydration', ({ browser }) =>
  followPlan<Trace>(browser, async ({ page }: Phone, { name, url }: Variant) => {
    await browser.startTracing(page, { categories: CATEGORIES });
    await load(page, url);
    const trace = JSON.parse((await browser.stopTracing()).toString());
    return [{ name, ...hydrationOf(trace.traceEvents) }];
  }));

function hydrationOf(events: TraceEvent[]): Omit<Trace, 'name'> {
  const evaluations = events.filter(({ name, dur }) => name === EVALUATION && dur);
  const evaluation = evaluations.toSorted((a, b) => (b.dur ?? 0) - (a.dur ?? 0))[0];
  if (!evaluation) throw new Error('no script was evaluated');
  const { pid, tid, ts, dur = 0 } = evaluation;
  const onThread = events.filter((event) => event.pid === pid && event.tid === tid);
  const scripts = onThread.filter(({ name, ts: start }) => SCRIPT.includes(name) && start > ts);
  const tasks = onThread.filter(
    (task) =>
      task.name === 'RunTask' && task.ts > ts + dur && scripts.some((each) => contains(task, each)),
  );
  return { evaluation: dur / 1000, tasks: tasks.map((task) => (task.dur ?? 0) / 1000) };
}

const contains = (task: TraceEvent, { ts }: TraceEvent) =>
  task.ts <= ts && ts < task.ts + (task.dur ?? 0);
