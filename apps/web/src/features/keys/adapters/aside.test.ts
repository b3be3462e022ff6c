import type { AnswerEvent, Question } from '@polylogue/providers';
import { expect, onTestFinished, test } from 'vitest';
import type { Adapters } from './adapters.ts';
import { type Aside, aside as begin } from './aside.ts';
import type { FromWorker, ToWorker } from './said.ts';
import { serve } from './serve.ts';

const setting: Question['setting'] = {
  type: 'openai',
  config: { apiKey: 'sk-canary-0123456789', endpoint: 'https://api.openai.com/v1', model: 'gpt-4o' },
};
const question: Question = {
  setting,
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
};
const ended: AnswerEvent = { type: 'ended', because: 'done', raw: 'stop' };
const listing = { ok: true as const, models: [{ id: 'gpt-4o' }] };

const aside = (start: () => Aside, patience?: number) =>
  begin({ start, soon: (run) => void setTimeout(run), ...(patience && { patience }) });

interface Worker {
  aside: Aside;
  fail(): void;
  isEnded: boolean;
}

/** A worker in the same process, with a real channel between the two ends. */
function worker(adapters: Adapters | null): Worker {
  const { port1, port2 } = new MessageChannel();
  let failed = () => {};
  const worker: Worker = {
    isEnded: false,
    fail: () => failed(),
    aside: {
      postMessage: (said: ToWorker) => port1.postMessage(said),
      addEventListener(type: string, heard: (event: { data: FromWorker }) => void) {
        if (type === 'message') port1.addEventListener('message', heard);
        else failed = heard as () => void;
        port1.start();
      },
      terminate() {
        worker.isEnded = true;
        port1.close();
      },
    },
  };
  if (adapters) {
    serve(port2 as unknown as Parameters<typeof serve>[0], adapters);
    port2.start();
  }
  onTestFinished(() => port1.close());
  return worker;
}

/** Adapters that say these events, and then wait for the asker to leave when they do not end. */
function saying(events: AnswerEvent[], heard: { question?: Question; isLeft?: boolean } = {}): Adapters {
  return {
    async *answer(asked, { signal }) {
      heard.question = asked;
      yield* events;
      if (events.at(-1)?.type === 'ended') return;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      heard.isLeft = true;
    },
    models: async () => listing,
  };
}

async function all(adapters: Adapters, signal = new AbortController().signal, asked = question) {
  const events: AnswerEvent[] = [];
  for await (const event of adapters.answer(asked, { signal })) events.push(event);
  return events;
}

const asking = (text: string): Question => ({
  setting,
  messages: [{ role: 'user', parts: [{ type: 'text', text }] }],
});

test('a question goes over as it is, and what happens comes back in its order', async () => {
  const events: AnswerEvent[] = [
    { type: 'model', model: 'gpt-4o-2024-08-06' },
    { type: 'reasoning', text: 'Hm.' },
    { type: 'text', text: 'Hi' },
    { type: 'usage', usage: { input: 9, output: 2 } },
    ended,
  ];
  const heard: { question?: Question } = {};
  const adapters = await aside(() => worker(saying(events, heard)).aside)();
  expect(await all(adapters)).toEqual(events);
  expect(heard.question).toEqual(question);
});

test('a flood comes over as a handful of texts, and not a character is missing', async () => {
  const words = Array.from({ length: 20_000 }, (_, at) => `${at} `);
  const adapters = await aside(
    () => worker(saying([...words.map((text) => ({ type: 'text' as const, text })), ended])).aside,
  )();
  const texts = (await all(adapters)).flatMap((event) => (event.type === 'text' ? [event.text] : []));
  expect(texts.join('')).toBe(words.join(''));
  expect(texts.length).toBeLessThan(2_000);
});

test('two questions at once do not get into each other', async () => {
  const { signal } = new AbortController();
  const adapters = await aside(
    () =>
      worker({
        async *answer({ messages }) {
          for (const part of messages[0]?.parts ?? []) {
            await Promise.resolve();
            if (part.type === 'text') yield part;
          }
          yield ended;
        },
        models: async () => listing,
      }).aside,
  )();
  const both = [all(adapters, signal, asking('one')), all(adapters, signal, asking('two'))];
  expect(await Promise.all(both)).toEqual([
    [{ type: 'text', text: 'one' }, ended],
    [{ type: 'text', text: 'two' }, ended],
  ]);
});

test('whoever has left already asks nobody', async () => {
  const heard: { question?: Question } = {};
  const adapters = await aside(() => worker(saying([ended], heard)).aside)();
  const gone = AbortSignal.abort();
  expect(await all(adapters, gone)).toEqual([]);
  await expect(adapters.models(setting, { signal: gone })).rejects.toThrow();
  await all(adapters);
  expect(heard.question).toEqual(question);
});

test('whoever stops hears nothing more, and the connection is closed on the other side', async () => {
  const heard: { isLeft?: boolean } = {};
  const adapters = await aside(() => worker(saying([{ type: 'text', text: 'Hi' }], heard)).aside)();
  const control = new AbortController();
  const events: AnswerEvent[] = [];
  for await (const event of adapters.answer(question, control)) {
    events.push(event);
    control.abort();
  }
  expect(events).toEqual([{ type: 'text', text: 'Hi' }]);
  await expect.poll(() => heard.isLeft).toBe(true);
});

test('a question that is stopped while nothing comes ends at once', async () => {
  const heard: { isLeft?: boolean } = {};
  const adapters = await aside(() => worker(saying([], heard)).aside)();
  const control = new AbortController();
  const answered = all(adapters, control.signal);
  control.abort();
  expect(await answered).toEqual([]);
  await expect.poll(() => heard.isLeft).toBe(true);
});

test('a list of models comes over, also when the asker has a way to leave', async () => {
  const adapters = await aside(() => worker(saying([])).aside)();
  expect(await adapters.models(setting, {})).toEqual(listing);
  expect(await adapters.models(setting, { signal: new AbortController().signal })).toEqual(listing);
});

test('a worker that breaks ends its questions with an error, and the next question gets another worker', async () => {
  const started: Worker[] = [];
  const start = aside(() => {
    const next = worker(saying(started.length === 0 ? [] : [ended]));
    started.push(next);
    return next.aside;
  });
  const answered = all(await start());
  started[0]?.fail();
  await expect(answered).rejects.toThrow();
  expect(started[0]?.isEnded).toBe(true);
  expect(await all(await start())).toEqual([ended]);
  // The old one's last word does not end the new one.
  started[0]?.fail();
  expect(await all(await start())).toEqual([ended]);
  expect(started).toHaveLength(2);
});

test('whoever still holds a broken worker is told of it', async () => {
  const only = worker(saying([ended]));
  const adapters = await aside(() => only.aside)();
  only.fail();
  await expect(all(adapters)).rejects.toThrow('broken');
});

test('adapters that throw break their own question and no other', async () => {
  let count = 0;
  const adapters = await aside(
    () =>
      worker({
        async *answer() {
          yield { type: 'text', text: 'One' };
          yield { type: 'text', text: ', two' };
          if (++count === 1) throw new Error('a mistake of ours');
          yield ended;
        },
        models: async () => listing,
      }).aside,
  )();
  const told: AnswerEvent[] = [];
  const asked = adapters.answer(question, new AbortController())[Symbol.asyncIterator]();
  const hear = async () => {
    for (;;) told.push((await asked.next()).value as AnswerEvent);
  };
  await expect(hear()).rejects.toThrow();
  // What was said before it is not lost.
  expect(told.map((event) => ('text' in event ? event.text : '')).join('')).toBe('One, two');
  expect((await all(adapters)).at(-1)).toEqual(ended);
});

test('a worker whose code does not come is told of, and not waited for again', async () => {
  const started: Worker[] = [];
  const start = aside(() => {
    const next = worker(null);
    started.push(next);
    return next.aside;
  });
  const first = start();
  started[0]?.fail();
  await expect(first).rejects.toThrow('did not start');
  await expect(start()).rejects.toThrow('did not start');
  expect(started).toHaveLength(1);
});

test('a worker that is on its way for ever is given up', async () => {
  const silent = worker(null);
  await expect(aside(() => silent.aside, 10)()).rejects.toThrow('did not start');
  expect(silent.isEnded).toBe(true);
});

test('a browser that refuses workers is told of', async () => {
  const start = aside(() => {
    throw new TypeError('no workers here');
  });
  await expect(start()).rejects.toThrow('no workers here');
});
