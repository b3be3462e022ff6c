import { setTimeout as wait } from 'node:timers/promises';
import { marks, type Shown } from './marks.ts';
import { addressOf, allThere, putConversation, watchOpened } from './opening.ts';
import { openPage, type Page } from './page.ts';
import { type Bytes, installRecorder, type Recording, type Seen, watchBytes } from './recorder.ts';
import type { Side, World } from './world.ts';

/** What replies are made of: a bit of everything, or one single block from beginning to end. */
export const kinds = ['mixed', 'list', 'table', 'quote', 'code'] as const;

/** A reply to ask the imitation for: how long, how fast (tokens a second, or as the wire takes it), made of what. */
export interface ReplyRequest {
  tokens: number;
  rate: number | 'wire';
  kind: (typeof kinds)[number];
}

/** What the page's renderer has used, in milliseconds. */
export interface Used {
  /** Wall time of all tasks of the main thread: the whole of what may make it stutter, paint included. */
  mainThread: number;
  /** CPU time of the main thread alone, which other programs on the machine do not lengthen. */
  mainCpu: number;
  /** CPU time of the whole process: main thread, workers, compositor, raster. */
  rendererCpu: number;
}

/** An open page whose box holds the question, ready to be sent. */
export interface PreparedPage {
  page: Page;
  /** Sends the question and begins to record. */
  send(): Promise<void>;
  /** Settles when the first word is painted. */
  first(): Promise<void>;
  /** Settles when the last word is painted and half a second has passed for what follows. */
  finished(): Promise<Recording>;
  used(): Promise<Used>;
  close(): Promise<void>;
}

/** What is put into the page before its own scripts run. */
interface Beforehand {
  watchers?: readonly (() => void)[];
  /** How many messages the conversation has already. */
  messages?: number;
  /** Whether the time of every frame is recorded, which asks for as many as there can be. */
  isFilmed?: boolean;
}

const settling = 500;

/** Seconds that the stream of this reply takes. */
export const streaming = ({ tokens, rate }: ReplyRequest): number => (rate === 'wire' ? 0.5 : tokens / rate);

/** Opens one of the two pages afresh, waits until it is quiet, and types a question that asks for this reply. */
export async function prepare(
  side: Side,
  world: World,
  request: ReplyRequest,
  { watchers = [], messages = 0, isFilmed = true }: Beforehand = {},
): Promise<PreparedPage> {
  const expected = await expectedMarks(world, request);
  const page = await openPage(world.browser);
  const patience = streaming(request) * 3000 + 60_000;
  await page.send('Performance.enable');
  await page.before(storeSetting, { endpoint: world.api });
  await putConversation(page, side, world, messages);
  await page.before(installRecorder, {});
  await page.before(watchBytes, { api: world.api });
  for (const watch of watchers) await page.before(watch, {});
  await watchOpened(page, messages);
  await page.go(addressOf(side, world, messages));
  await page.ask(`(${boxUsable})()`);
  if (side === 'ours' && messages > 0) await page.ask(`(${allThere})(${messages})`);
  // what a page still fetches when it is idle is not part of the reply
  await wait(1500);
  await page.type(directive(request));
  await wait(300);

  return {
    page,
    async send() {
      const lastNotBefore = request.rate === 'wire' ? 0 : (request.tokens / request.rate) * 800;
      await page.ask(`benchRecorder.begin(${JSON.stringify(expected)}, ${lastNotBefore}, ${isFilmed})`);
      await page.press('Enter');
    },
    async first() {
      await page.ask('benchRecorder.first', patience);
    },
    async finished() {
      const seen = await page.ask<Seen>('benchRecorder.finished', patience);
      await wait(settling);
      const shown = await page.ask<number>('document.body.textContent.length');
      if (shown < expected.letters)
        throw new Error(
          `The ${side} page shows ${shown} characters of a reply of ${expected.letters} and more.`,
        );
      return { ...seen, ...(await bytesSeen(page)) };
    },
    async used() {
      const { metrics } = await page.send('Performance.getMetrics');
      const of = (name: string) =>
        (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN) * 1000;
      return { mainThread: of('TaskDuration'), mainCpu: of('ThreadTime'), rendererCpu: of('ProcessTime') };
    },
    close: page.close,
  };
}

/** When the answer arrived. */
async function bytesSeen(page: Page): Promise<{ firstByte: number; lastByte: number }> {
  const { first, last } = await page.ask<Bytes>('benchBytes');
  if (first === null || last === null) throw new Error('The page did not see the answer come.');
  return { firstByte: first, lastByte: last };
}

/** What was used between two readings. */
export const since = (before: Used, after: Used): Used => ({
  mainThread: after.mainThread - before.mainThread,
  mainCpu: after.mainCpu - before.mainCpu,
  rendererCpu: after.rendererCpu - before.rendererCpu,
});

const directive = ({ tokens, rate, kind }: ReplyRequest) =>
  `/tokens ${tokens} kind=${kind}${rate === 'wire' ? '' : ` rate=${rate}`}`;

const known = new Map<string, Shown>();

async function expectedMarks(world: World, request: ReplyRequest): Promise<Shown> {
  const content = directive({ ...request, rate: 'wire' });
  const before = known.get(content);
  if (before) return before;
  const response = await fetch(world.api, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer bench' },
    body: JSON.stringify({ model: 'bench', messages: [{ role: 'user', content }] }),
  });
  if (!response.ok) throw new Error(`The imitation answered ${response.status}: ${await response.text()}`);
  const { choices } = (await response.json()) as { choices: [{ message: { content: string } }] };
  const found = marks(choices[0].message.content);
  known.set(content, found);
  return found;
}

export function storeSetting({ endpoint }: { endpoint: string }) {
  localStorage.setItem('ai_provider', 'openai');
  localStorage.setItem('openai_api_key', 'bench');
  localStorage.setItem('openai_endpoint', endpoint);
  localStorage.setItem('openai_model', 'bench');
}

function boxUsable(): Promise<void> {
  return new Promise((resolve) => {
    function check() {
      const box = document.querySelector('textarea');
      // A person cannot type into a page that is not painted yet.
      if (!box?.checkVisibility({ visibilityProperty: true }) || box.disabled)
        return requestAnimationFrame(check);
      box.focus();
      resolve();
    }
    check();
  });
}
