import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AnswerEvent, Failure, Said } from '../keys/index.ts';
import { type Asked, contentOf, type Reply, stamps } from './message.ts';
import { openThread, type Thread } from './thread.ts';

/** A provider that says what the test tells it to, when the test tells it to. */
function provider() {
  const asked: { messages: Said[]; signal: AbortSignal; say(event: AnswerEvent): void; close(): void }[] = [];
  async function* answer(messages: Said[], signal: AbortSignal): AsyncGenerator<AnswerEvent> {
    const events: AnswerEvent[] = [];
    let isClosed = false;
    let wake = () => {};
    asked.push({
      messages,
      signal,
      say(event) {
        events.push(event);
        wake();
      },
      close() {
        isClosed = true;
        wake();
      },
    });
    while (true) {
      for (let event = events.shift(); event; event = events.shift()) yield event;
      if (isClosed) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  return {
    answer,
    asked,
    async says(...events: AnswerEvent[]) {
      for (const event of events) asked.at(-1)?.say(event);
      await settled();
    },
    async closes() {
      asked.at(-1)?.close();
      await settled();
    },
  };
}

function fakeClock() {
  let time = Date.UTC(2026, 10, 21, 10, 42);
  let timers: { at: number; then: () => void }[] = [];
  return {
    now: () => time,
    after(milliseconds: number, then: () => void) {
      const timer = { at: time + milliseconds, then };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    pass(milliseconds: number) {
      const end = time + milliseconds;
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        timers = timers.filter((other) => other !== next);
        time = next.at;
        next.then();
      }
      time = end;
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

function start(more: Partial<Parameters<typeof openThread>[0]> = {}) {
  const clock = fakeClock();
  const it = provider();
  const failures: [Failure, string | null][] = [];
  const thread = openThread({
    answer: it.answer,
    asked: () => ({ provider: 'anthropic', model: 'claude-sonnet-5-5', endpoint: 'https://a.test' }),
    clock,
    onFailed: (failure, name) => failures.push([failure, name]),
    ...more,
  });
  return { thread, provider: it, clock, failures };
}

const text = (words: string): AnswerEvent => ({ type: 'text', text: words });
const done: AnswerEvent = { type: 'ended', because: 'done', raw: 'stop' };
const cutOff: AnswerEvent = { type: 'ended', because: 'cut-off', raw: null };
const refusal: Failure = { kind: 'server', message: 'Overloaded', status: 529, retryable: true };
const failed: AnswerEvent = { type: 'failed', failure: refusal };

/** The conversation as a person reads it. */
const seen = (thread: Thread) =>
  thread.read().messages.map((message) => `${message.role}: ${contentOf(message)}`);
const pending = (thread: Thread) => thread.read().pending.type;
const lastTrouble = (thread: Thread) => thread.read().messages.at(-1)?.trouble ?? null;
const lastReply = (thread: Thread) => thread.read().messages.at(-1) as Reply;
const said = (messages: Said[] | undefined) =>
  messages?.map(({ role, parts }) => [
    role,
    parts.map((part) => (part.type === 'text' ? part.text : `<${part.name}>`)).join('|'),
  ]);

test('a message appears at once and loading starts with it [STATE-01 STATE-04 MSG-01 MSG-02]', () => {
  const { thread } = start();
  thread.send('Hello');
  expect(seen(thread)).toEqual(['user: Hello']);
  expect(pending(thread)).toBe('loading');
});

test('loading ends with the first text, which starts the reply [STATE-02 STATE-05 STATE-07]', async () => {
  const { thread, provider } = start();
  thread.send('Hello');
  await provider.says({ type: 'model', model: 'claude-sonnet-5-5-20260901' }, text(''));
  expect(pending(thread)).toBe('loading');
  await provider.says(text('Good '));
  expect(pending(thread)).toBe('streaming');
  await provider.says(text('morning'), done);
  expect(seen(thread)).toEqual(['user: Hello', 'assistant: Good morning']);
  expect(thread.read().pending).toEqual({ type: 'idle' });
  expect(lastReply(thread)).toMatchObject({ isGrowing: false, trouble: null });
});

test('reasoning ends loading too and stays apart from the text', async () => {
  const { thread, provider } = start();
  thread.send('Why?');
  await provider.says({ type: 'reasoning', text: 'Let me ' }, { type: 'reasoning', text: 'think.' });
  expect(pending(thread)).toBe('streaming');
  await provider.says(text('Because.'), done);
  expect(lastReply(thread).reasoning?.value).toBe('Let me think.');
  expect(seen(thread).at(-1)).toBe('assistant: Because.');
});

test('text that streams in tells nobody but the reply itself', async () => {
  const { thread, provider } = start();
  thread.send('Hello');
  await provider.says(text('a'));
  let times = 0;
  thread.listen(() => times++);
  await provider.says(...Array.from({ length: 500 }, () => text('word ')));
  expect(times).toBe(0);
  expect(lastReply(thread).text.length).toBe(2_501);
});

test('every message carries its time in both lengths [MSG-03 MSG-04]', async () => {
  const { thread, provider, clock } = start();
  thread.send('Hello');
  clock.pass(90_000);
  await provider.says(text('Hi'), done);
  const [question, reply] = thread.read().messages;
  const time = (at: number) =>
    new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }).format(at);
  expect(question?.timestamp).toBe(time(question?.at ?? 0));
  expect(reply?.timestamp).toBe(time((question?.at ?? 0) + 90_000));
  expect(reply?.fullTimestamp).toContain('2026');
});

test('a reply keeps the provider and the model it was made with [MSG-05]', async () => {
  const there = { endpoint: 'https://a.test' };
  let asked: Asked = { provider: 'openai', model: 'gpt-6-luna', ...there };
  const { thread, provider } = start({ asked: () => asked });
  thread.send('Who are you?');
  asked = { provider: 'grok', model: 'grok-4.7', ...there };
  await provider.says({ type: 'model', model: 'gpt-6-luna-2026-09-01' }, text('Luna'), done);
  expect(lastReply(thread)).toMatchObject({
    asked: { provider: 'openai', model: 'gpt-6-luna-2026-09-01' },
  });
});

test('a message of nothing but spaces is not sent [SEND-01]', () => {
  const { thread, provider } = start();
  for (const nothing of ['', ' ', '\n\t ']) thread.send(nothing);
  expect([seen(thread), provider.asked.length]).toEqual([[], 0]);
});

test('while an answer is pending nothing else is sent', async () => {
  const { thread, provider } = start();
  thread.send('One');
  thread.send('Two');
  await provider.says(text('1'));
  thread.send('Three');
  thread.retry();
  thread.continueReply();
  expect(provider.asked.length).toBe(1);
  expect(seen(thread)).toEqual(['user: One', 'assistant: 1']);
});

test('the whole conversation goes along each time [CALL-02]', async () => {
  const { thread, provider } = start();
  thread.send('One');
  await provider.says(text('1'), done);
  thread.send('Two');
  expect(said(provider.asked.at(-1)?.messages)).toEqual([
    ['user', 'One'],
    ['assistant', '1'],
    ['user', 'Two'],
  ]);
});

test('Stop keeps what arrived and nothing is added after it', async () => {
  const { thread, provider, failures } = start();
  thread.send('Count');
  await provider.says(text('one two'));
  thread.stop();
  expect(pending(thread)).toBe('idle');
  expect(provider.asked[0]?.signal.aborted).toBe(true);
  await provider.says(text(' three'), failed);
  expect(seen(thread)).toEqual(['user: Count', 'assistant: one two']);
  expect(lastTrouble(thread)).toEqual({ type: 'stopped' });
  expect(failures).toEqual([]);
});

test('Stop works on a provider that never answers and never listens', () => {
  const { thread } = start({
    answer: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }),
  });
  thread.send('Hello?');
  thread.stop();
  expect(pending(thread)).toBe('idle');
  expect(lastTrouble(thread)).toEqual({ type: 'stopped' });
});

test('a failure before any text is told, stands at the question, and frees the input [STATE-03]', async () => {
  const { thread, provider, failures } = start();
  thread.send('Hello');
  await provider.says(failed);
  expect(seen(thread)).toEqual(['user: Hello']);
  expect(lastTrouble(thread)).toEqual({ type: 'failed', failure: refusal });
  expect(pending(thread)).toBe('idle');
  expect(failures).toEqual([[refusal, 'anthropic']]);
});

test('a failure in mid-answer keeps the part that arrived, marked [STATE-18]', async () => {
  const { thread, provider, failures } = start();
  thread.send('Hello');
  await provider.says(text('Good mor'), failed);
  expect(seen(thread)).toEqual(['user: Hello', 'assistant: Good mor']);
  expect(lastReply(thread)).toMatchObject({ isGrowing: false, trouble: { type: 'failed' } });
  expect(failures.length).toBe(1);
});

test('an answer that throws is a failure like any other', async () => {
  const answer = async function* (): AsyncGenerator<AnswerEvent> {
    yield text('Half');
    throw new Error('The wire fell down');
  };
  const { thread, failures } = start({ answer });
  thread.send('Hello');
  await settled();
  expect(seen(thread).at(-1)).toBe('assistant: Half');
  expect(failures[0]?.[0].message).toBe('The wire fell down');
});

test('an answer that just closes is a reply that was cut off', async () => {
  const { thread, provider } = start();
  thread.send('Hello');
  await provider.says(text('Half'));
  await provider.closes();
  expect(lastTrouble(thread)).toEqual({ type: 'ended', because: 'cut-off' });
});

test('an answer without a word says so and can be retried', async () => {
  const { thread, provider } = start();
  thread.send('Hello');
  await provider.says(done);
  expect(lastTrouble(thread)).toEqual({ type: 'empty', because: 'done' });
  thread.retry();
  await provider.says(
    { type: 'reasoning', text: 'Hm.' },
    { type: 'ended', because: 'length', raw: 'max_tokens' },
  );
  expect(lastTrouble(thread)).toEqual({ type: 'empty', because: 'length' });
  thread.retry();
  await provider.says(text('  \n'), done);
  expect(lastTrouble(thread)).toEqual({ type: 'empty', because: 'done' });
  expect(said(provider.asked.at(-1)?.messages)).toEqual([['user', 'Hello']]);
});

test('Retry of a question asks it again', async () => {
  const { thread, provider } = start();
  thread.send('Hello');
  await provider.says(failed);
  thread.retry();
  expect(pending(thread)).toBe('loading');
  expect(lastTrouble(thread)).toBeNull();
  await provider.says(text('Hi'), done);
  expect(seen(thread)).toEqual(['user: Hello', 'assistant: Hi']);
});

test('Retry of a partial reply puts the new one in its place', async () => {
  const { thread, provider } = start();
  thread.send('Hello');
  await provider.says(text('Half'), cutOff);
  thread.retry();
  expect(said(provider.asked.at(-1)?.messages)).toEqual([['user', 'Hello']]);
  await provider.says(text('Whole'), done);
  expect(seen(thread)).toEqual(['user: Hello', 'assistant: Whole']);
});

test('a partial reply comes back when its Retry brings nothing', async () => {
  const { thread, provider } = start();
  thread.send('Hello');
  await provider.says(text('Half'), cutOff);
  thread.retry();
  expect(seen(thread)).toEqual(['user: Hello']);
  await provider.says(failed);
  expect(seen(thread)).toEqual(['user: Hello', 'assistant: Half']);
  expect(lastTrouble(thread)).toMatchObject({ type: 'failed' });
  thread.retry();
  thread.stop();
  expect(seen(thread)).toEqual(['user: Hello', 'assistant: Half']);
});

test('Continue asks for the rest and adds it to the same reply', async () => {
  const { thread, provider } = start();
  thread.send('Count to four');
  await provider.says({ type: 'reasoning', text: 'One.' }, text('one two'), {
    type: 'ended',
    because: 'length',
    raw: 'length',
  });
  const before = lastReply(thread);
  thread.continueReply();
  expect(said(provider.asked.at(-1)?.messages)).toEqual([
    ['user', 'Count to four'],
    ['assistant', 'one two'],
    ['user', 'Continue exactly where you stopped.'],
  ]);
  await provider.says(text(' three four'), done);
  expect(seen(thread)).toEqual(['user: Count to four', 'assistant: one two three four']);
  expect(lastReply(thread)).toMatchObject({ id: before.id, trouble: null, isGrowing: false });
  thread.send('Thanks');
  expect(said(provider.asked.at(-1)?.messages)).toEqual([
    ['user', 'Count to four'],
    ['assistant', 'one two three four'],
    ['user', 'Thanks'],
  ]);
});

test('a rest that does not come leaves the reply as it was; no rest at all makes it whole', async () => {
  const { thread, provider } = start();
  thread.send('Count');
  await provider.says(text('one'), cutOff);
  thread.continueReply();
  await provider.says(failed);
  expect(seen(thread).at(-1)).toBe('assistant: one');
  expect(lastTrouble(thread)).toMatchObject({ type: 'failed' });
  thread.continueReply();
  await provider.says(done);
  expect(lastTrouble(thread)).toBeNull();
});

test('a whole reply is neither retried nor continued', async () => {
  const { thread, provider } = start();
  thread.send('Hello');
  await provider.says(text('Hi'), done);
  thread.retry();
  thread.continueReply();
  expect(provider.asked.length).toBe(1);
});

test('questions without a reply are merged with the next; partial replies count [CALL-24]', async () => {
  const { thread, provider } = start();
  thread.send('One');
  await provider.says(failed);
  thread.send('Two');
  await provider.says(text('Tw'));
  thread.stop();
  thread.send('Three');
  thread.stop();
  thread.send('Four');
  expect(said(provider.asked.at(-1)?.messages)).toEqual([
    ['user', 'One\n\nTwo'],
    ['assistant', 'Tw'],
    ['user', 'Three\n\nFour'],
  ]);
});

test('a file goes to the model before the words it came with [UP-08]', () => {
  const { thread, provider } = start();
  const part = { type: 'file', name: 'cat.png', mediaType: 'image/png', data: 'AAAA' } as const;
  thread.send('Who is this?', [{ name: 'cat.png', mediaType: 'image/png', size: 3, part }]);
  expect(provider.asked[0]?.messages).toEqual([
    { role: 'user', parts: [part, { type: 'text', text: 'Who is this?' }] },
  ]);
});

test('after 60 s without a word we say that we are still waiting, and never cut', async () => {
  const { thread, provider, clock } = start();
  thread.send('Hello');
  clock.pass(59_999);
  expect(thread.read().pending).toMatchObject({ isStillWaiting: false });
  clock.pass(1);
  expect(thread.read().pending).toMatchObject({ type: 'loading', isStillWaiting: true });
  clock.pass(3_600_000);
  await provider.says(text('At last'));
  expect(thread.read().pending).toEqual({ type: 'streaming', isStillWaiting: false });
  clock.pass(30_000);
  await provider.says(text(', the'));
  clock.pass(59_000);
  expect(thread.read().pending).toMatchObject({ isStillWaiting: false });
  clock.pass(1_000);
  expect(thread.read().pending).toMatchObject({ type: 'streaming', isStillWaiting: true });
  await provider.says(text(' end'), done);
  clock.pass(120_000);
  expect(thread.read().pending).toEqual({ type: 'idle' });
});

test('a reply over the limit is kept whole but not shown whole', async () => {
  const { thread, provider } = start({ displayLimit: 10 });
  thread.send('Talk');
  await provider.says(text('12345678'), text('9😀abc'), text('def'), done);
  const reply = lastReply(thread);
  expect(reply.text.value).toBe('123456789');
  expect(reply.isTooLong).toBe(true);
  expect(contentOf(reply)).toBe('123456789😀abcdef');
});

test('a cleared thread comes back, before what was said since [MSG-06]', async () => {
  const { thread, provider } = start();
  thread.send('Hello');
  await provider.says(text('Hal'));
  const undo = thread.clear();
  expect(seen(thread)).toEqual([]);
  expect(pending(thread)).toBe('idle');
  await provider.says(text('f'));
  thread.send('New');
  undo();
  undo();
  expect(seen(thread)).toEqual(['user: Hello', 'assistant: Hal', 'user: New']);
});

type Act = 'send' | 'stop' | 'retry' | 'continue' | 'clear' | 'undo' | AnswerEvent;

test('whatever happens in whatever order, no text is lost and the request is what is seen', async () => {
  const acts = fc.array(
    fc.constantFrom<Act>(
      'send',
      'send',
      'stop',
      'retry',
      'continue',
      'clear',
      'undo',
      text('a'),
      text('b '),
      { type: 'reasoning', text: 'r' },
      done,
      cutOff,
      failed,
    ),
    { maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(acts, async (script) => {
      const { thread, provider } = start();
      let undo = () => {};
      let count = 0;
      for (const act of script) {
        const before = thread.read();
        const textBefore = seen(thread).join('\n');
        if (act === 'send') thread.send(`q${++count}`);
        else if (act === 'stop') thread.stop();
        else if (act === 'retry') thread.retry();
        else if (act === 'continue') thread.continueReply();
        else if (act === 'clear') undo = thread.clear();
        else if (act === 'undo') undo();
        else await provider.says(act);
        if (act === 'stop') expect(seen(thread).join('\n').startsWith(textBefore)).toBe(true);
        const { messages, pending } = thread.read();
        // Only the last message can be growing, and only while streaming.
        const growing = messages.filter((message) => message.role === 'assistant' && message.isGrowing);
        expect(growing).toEqual(pending.type === 'streaming' ? [messages.at(-1)] : []);
        if (act === 'send' && before.pending.type === 'idle') {
          const asked = said(provider.asked.at(-1)?.messages) ?? [];
          expect(asked.flatMap(([, words]) => words).join('\n\n')).toBe(
            messages
              .map(contentOf)
              .filter((content) => content.trim() !== '')
              .join('\n\n'),
          );
          expect(asked.every(([role], index) => role === (index % 2 === 0 ? 'user' : 'assistant'))).toBe(
            true,
          );
        }
      }
    }),
    { numRuns: 200 },
  );
});

test('a conversation that was kept is opened in place of another, and goes on', async () => {
  const { thread, provider } = start({ displayLimit: 10 });
  thread.send('Hello');
  const asked = { provider: 'openai', model: 'gpt-4', endpoint: 'https://a.test' } as const;
  thread.open([
    {
      role: 'user',
      content: 'Who is this?',
      at: Date.UTC(2026, 1, 3, 14, 5),
      asked,
      trouble: null,
      attachments: [{ name: 'cat.png', mediaType: 'image/png', size: 3 }],
    },
    { role: 'assistant', content: 'A cat, I think.', at: 0, asked, trouble: null, reasoning: 'Whiskers.' },
  ]);
  const { messages, pending } = thread.read();
  expect(pending).toEqual({ type: 'idle' });
  expect(messages.map(contentOf)).toEqual(['Who is this?', 'A cat, I think.']);
  const reply = lastReply(thread);
  expect(reply).toMatchObject({ isTooLong: true, isGrowing: false, asked });
  expect([reply.text.value, reply.text.isEnded, reply.reasoning?.value]).toEqual([
    'A cat, I t',
    true,
    'Whiskers.',
  ]);
  expect({ ...messages[0] }).toMatchObject(stamps(Date.UTC(2026, 1, 3, 14, 5)));
  expect(new Set(messages.map(({ id }) => id)).size).toBe(2);

  thread.send('Sure?');
  expect(provider.asked.at(-1)?.messages).toEqual([
    { role: 'user', parts: [{ type: 'text', text: '[File: cat.png]\n\nWho is this?' }] },
    { role: 'assistant', parts: [{ type: 'text', text: 'A cat, I think.' }] },
    { role: 'user', parts: [{ type: 'text', text: 'Sure?' }] },
  ]);
});
