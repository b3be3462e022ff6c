import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds of the processor. */
  tdur?: number;
  args?: { name?: string };
}

/**
 * What the longest task of the page's main thread takes of the processor meanwhile, in milliseconds. Not how long it
 * lasted: two journeys, a server and two browsers share two cores, and a task of 100 ms was seen to last 375.
 */
export async function longestTask(
  browser: Browser,
  page: Page,
  meanwhile: () => Promise<void>,
): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel'] });
  let trace: Buffer;
  try {
    await meanwhile();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain';
  const main = new Set(traceEvents.filter(isMain).map(thread));
  const tasks = traceEvents.filter(
    (event) =>
      event.name === 'ThreadControllerImpl::RunTask' && event.tdur !== undefined && main.has(thread(event)),
  );
  if (tasks.length === 0) throw new Error('The trace holds no task of the page.');
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1000;
}
