import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AnswerEvent, Failure, QuestionMessage } from '../keys/index.ts';
import { contentOf, forkAt, lastMessage, retryable } from '../messages/index.ts';
import { changed, type Message, type ModelRef, type Reply, stamps } from './message.ts';
import { openThread, type Thread } from './thread.ts';
import { firstSent, type ThreadState } from './thread-state.ts';
import { everyMessage } from './versions.ts';

/** A provider controlled by the test. */
function provider() {
  const asked: {
    messages: QuestionMessage[];
    signal: AbortSignal;
    say(event: AnswerEvent): void;
    close(): void;
  }[] = [];
  async function* answer(messages: QuestionMessage[], signal: AbortSignal): AsyncGenerator<AnswerEvent> {
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
    modelFor: () => ({ provider: 'anthropic', model: 'claude-sonnet-5-5', endpoint: 'https://a.test' }),
    clock,
    onFailed: (failure, asked) => failures.push([failure, asked?.provider ?? null]),
    ...more,
  });
  return { thread, provider: it, clock, failures };
}

const text = (words: string): AnswerEvent => ({ type: 'text', text: words });
const done: AnswerEvent = { type: 'ended', because: 'done', raw: 'stop' };
const cutOff: AnswerEvent = { type: 'ended', because: 'cut-off', raw: null };
const refusal: Failure = { kind: 'server', message: 'Overloaded', status: 529, retryable: true };
const failed: AnswerEvent = { type: 'failed', failure: refusal };

/** The conversation as the user sees it. */
const seen = (thread: Thread) =>
  thread.read().messages.map((message) => `${message.role}: ${contentOf(message)}`);
const pending = (thread: Thread) => thread.read().pending.type;
const lastTrouble = (thread: Thread) => thread.read().messages.at(-1)?.error ?? null;
const lastReply = (thread: Thread) => thread.read().messages.at(-1) as Reply;
const said = (messages: QuestionMessage[] | undefined) =>
  messages?.map(({ role, parts }) => [
    role,
    parts.map((part) => (part.type === 'text' ? part.text : `<${part.name}>`)).join('|'),
  ]);

test('a message appears immediately, and loading starts with it [STATE-01 STATE-04 MSG-01 MSG-02]', () => {
  const { thread } = start();
  thread.send('Hello');
  expect(seen(thread)).toEqual(['user: Hello']);
  expect(pending(thread)).toBe('loading');
});

test('a question that is stopped says whether it had left, unless a word of its answer is there', async () => {
  const wereSent: (boolean | undefined)[] = [];
  const watched = (wasSent = true) => {
    const asked = provider();
    const it = start({
      answer: (messages, signal) => Object.assign(asked.answer(messages, signal), { wasSent: () => wasSent }),
    });
    it.thread.onEvent((event) => event.type === 'answer-ended' && wereSent.push(event.wasSent));
    it.thread.send('Hello');
    return { ...it, provider: asked };
  };
  watched(false).thread.stop();
  watched().thread.stop();
  const begun = watched();
  await begun.provider.says(text('Good'));
  begun.thread.stop();
  await watched().provider.says(failed);
  expect(wereSent).toEqual([false, true, false, false]);
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
  expect(lastReply(thread)).toMatchObject({ isGrowing: false, error: null });
});

test('reasoning ends loading as well, and stays separate from the text', async () => {
  const { thread, provider } = start();
  thread.send('Why?');
  await provider.says({ type: 'reasoning', text: 'Let me ' }, { type: 'reasoning', text: 'think.' });
  expect(pending(thread)).toBe('streaming');
  await provider.says(text('Because.'), done);
  expect(lastReply(thread).reasoning?.value).toBe('Let me think.');
  expect(seen(thread).at(-1)).toBe('assistant: Because.');
});

test('text that streams in notifies only the reply itself', async () => {
  const { thread, provider } = start();
  thread.send('Hello');
  await provider.says(text('a'));
  let times = 0;
  thread.listen(() => times++);
  await provider.says(...Array.from({ length: 500 }, () => text('word ')));
  expect(times).toBe(0);
  expect(lastReply(thread).text.length).toBe(2_501);
});

test('every message has its time, short and full [MSG-03 MSG-04]', async () => {
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
  let asked: ModelRef = { provider: 'openai', model: 'gpt-6-luna', ...there };
  const { thread, provider } = start({ modelFor: () => asked });
  thread.send('Who are you?');
  asked = { provider: 'grok', model: 'grok-4.7', ...there };
  await provider.says({ type: 'model', model: 'gpt-6-luna-2026-09-01' }, text('Luna'), done);
  expect(lastReply(thread)).toMatchObject({
    asked: { provider: 'openai', model: 'gpt-6-luna-2026-09-01' },
  });
});

test('a message with only spaces is not sent [SEND-01]', () => {
  const { thread, provider } = start();
  for (const nothing of ['', ' ', '\n\t ']) thread.send(nothing);
  expect([seen(thread), provider.asked.length]).toEqual([[], 0]);
});

test('nothing else is sent while an answer is pending', async () => {
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

test('the whole conversation is sent each time [CALL-02]', async () => {
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

test('Stop keeps what has arrived, and nothing is added after it', async () => {
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

test('Stop also keeps text that the answer was still holding back', async () => {
  const held = [{ type: 'reasoning', text: 'Hm' } as const, text('s')];
  const it = provider();
  const { thread } = start({
    answer: (messages, signal) =>
      Object.assign(it.answer(messages, signal), { heldBack: () => held.splice(0) }),
  });
  thread.send('Hello');
  await it.says(text('Good morning'));
  thread.stop();
  expect(seen(thread).at(-1)).toBe('assistant: Good mornings');
  expect(lastReply(thread).reasoning?.value).toBe('Hm');

  held.push(text('S'));
  thread.send('Once more');
  await settled();
  thread.stop();
  expect(seen(thread).at(-1)).toBe('assistant: S');
  expect(lastTrouble(thread)).toEqual({ type: 'stopped' });
});

test('Stop works on a provider that never answers and ignores the signal', () => {
  const { thread } = start({
    answer: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }),
  });
  thread.send('Hello?');
  thread.stop();
  expect(pending(thread)).toBe('idle');
  expect(lastTrouble(thread)).toEqual({ type: 'stopped' });
});

test('a failure before any text is reported, shown at the question, and frees the input [STATE-03]', async () => {
  const { thread, provider, failures } = start();
  thread.send('Hello');
  await provider.says(failed);
  expect(seen(thread)).toEqual(['user: Hello']);
  expect(lastTrouble(thread)).toMatchObject({ type: 'failed', failure: refusal });
  expect(pending(thread)).toBe('idle');
  expect(failures).toEqual([[refusal, 'anthropic']]);
});

test('a failure during an answer keeps the part that arrived, and marks it [STATE-18]', async () => {
  const { thread, provider, failures } = start();
  thread.send('Hello');
  await provider.says(text('Good mor'), failed);
  expect(seen(thread)).toEqual(['user: Hello', 'assistant: Good mor']);
  expect(lastReply(thread)).toMatchObject({ isGrowing: false, error: { type: 'failed' } });
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

test('an answer that ends abruptly is a reply that was cut off', async () => {
  const { thread, provider } = start();
  thread.send('Hello');
  await provider.says(text('Half'));
  await provider.closes();
  expect(lastTrouble(thread)).toEqual({ type: 'ended', because: 'cut-off' });
});

test('an answer without any text says so and can be retried', async () => {
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

test('Retry on a question asks it again', async () => {
  const { thread, provider } = start();
  thread.send('Hello');
  await provider.says(failed);
  thread.retry();
  expect(pending(thread)).toBe('loading');
  expect(lastTrouble(thread)).toBeNull();
  await provider.says(text('Hi'), done);
  expect(seen(thread)).toEqual(['user: Hello', 'assistant: Hi']);
});

test('a Retry that fails at another provider names that one', async () => {
  let now: ModelRef = { provider: 'anthropic', model: 'claude-sonnet-5-5', endpoint: 'https://a.test' };
  const { thread, provider } = start({ modelFor: () => now });
  thread.send('Hello');
  await provider.says(failed);
  now = { provider: 'gemini', model: 'gemini-pro', endpoint: 'https://g.test' };
  thread.retry();
  await provider.says(failed);
  expect(lastTrouble(thread)).toMatchObject({ type: 'failed', asked: now });
});

test('Retry on a partial reply replaces it with the new one', async () => {
  const { thread, provider } = start();
  thread.send('Hello');
  await provider.says(text('Half'), cutOff);
  thread.retry();
  expect(said(provider.asked.at(-1)?.messages)).toEqual([['user', 'Hello']]);
  await provider.says(text('Whole'), done);
  expect(seen(thread)).toEqual(['user: Hello', 'assistant: Whole']);
});

test('a partial reply comes back if its Retry brings nothing', async () => {
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
  expect(lastReply(thread)).toMatchObject({ id: before.id, error: null, isGrowing: false });
  thread.send('Thanks');
  expect(said(provider.asked.at(-1)?.messages)).toEqual([
    ['user', 'Count to four'],
    ['assistant', 'one two three four'],
    ['user', 'Thanks'],
  ]);
});

test('what a model thinks before it continues stands apart from what it thought before', async () => {
  const { thread, provider } = start();
  const thinks = (text: string) => ({ type: 'reasoning' as const, text });
  thread.send('Count to four');
  await provider.says(thinks('One, two,'), thinks(' so 3.'), text('one two'), cutOff);
  thread.continueReply();
  await provider.says(thinks('The rest'), thinks(' is wanted.'), text(' three four'), done);
  expect(lastReply(thread).reasoning?.value).toBe('One, two, so 3.\n\nThe rest is wanted.');
});

test('a reply that is continued without having been thought about begins its thoughts without a blank line', async () => {
  const { thread, provider } = start();
  thread.send('Count to four');
  await provider.says(text('one two'), cutOff);
  thread.continueReply();
  await provider.says({ type: 'reasoning', text: 'The rest.' }, text(' three four'), done);
  expect(lastReply(thread).reasoning?.value).toBe('The rest.');
});

test('a failed continuation leaves the reply as it was; an empty one makes it complete', async () => {
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

test('a complete reply is neither retried nor continued', async () => {
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

test('a file goes to the model before the text it came with [UP-08]', () => {
  const { thread, provider } = start();
  const part = { type: 'file', name: 'cat.png', mediaType: 'image/png', data: 'AAAA' } as const;
  thread.send('Who is this?', [{ name: 'cat.png', mediaType: 'image/png', size: 3, part }]);
  expect(provider.asked[0]?.messages).toEqual([
    { role: 'user', parts: [part, { type: 'text', text: 'Who is this?' }] },
  ]);
});

test('after 60 s of silence the thread reports that it is still waiting, and never gives up', async () => {
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

test('a reply over the limit is kept in full but not displayed in full', async () => {
  const { thread, provider } = start({ displayLimit: 10 });
  thread.send('Talk');
  await provider.says(text('12345678'), text('9😀abc'), text('def'), done);
  const reply = lastReply(thread);
  expect(reply.text.value).toBe('123456789');
  expect(reply.isTooLong).toBe(true);
  expect(contentOf(reply)).toBe('123456789😀abcdef');
});

const thinks = (words: string): AnswerEvent => ({ type: 'reasoning', text: words });
const used = (input: number, output: number, more = {}): AnswerEvent => ({
  type: 'usage',
  usage: { input, output, ...more },
});

test('a reply keeps the last usage reported; continuing it adds up [STEER-30]', async () => {
  const { thread, provider } = start();
  thread.send('Count');
  await provider.says(used(10, 1), text('one'), used(10, 7, { reasoning: 4 }), cutOff);
  expect(lastReply(thread).usage).toEqual({ input: 10, output: 7, reasoning: 4 });
  thread.continueReply();
  await provider.says(text(' two'), used(20, 3, { cachedInput: 16 }), done);
  expect(lastReply(thread).usage).toEqual({
    input: 30,
    output: 10,
    reasoning: 4,
    cachedInput: 16,
    last: { input: 20, output: 3, cachedInput: 16 },
  });
  thread.send('Thanks');
  await provider.says(text('Welcome'), done);
  expect(lastReply(thread).usage).toBeNull();
});

test('usage of another model is not priced as the first one’s; uncounted usage is known to be missing [STEER-30]', async () => {
  let now: ModelRef = { provider: 'openai', model: 'gpt-4o', endpoint: 'https://a.test' };
  const it = provider();
  const { thread } = start({ answer: it.answer, modelFor: () => now });
  thread.send('Count');
  await it.says({ type: 'model', model: 'gpt-4o-2024-08-06' }, text('one'), used(10, 7), cutOff);
  thread.continueReply();
  await it.says({ type: 'model', model: 'gpt-4o-2024-08-06' }, text(' two'), used(20, 3), cutOff);
  expect(lastReply(thread).usage).not.toHaveProperty('isMixed');
  now = { provider: 'anthropic', model: 'claude-opus-5-5', endpoint: 'https://b.test' };
  thread.continueReply();
  await it.says(text(' three'), used(30, 2), done);
  expect(lastReply(thread).usage).toMatchObject({ input: 60, isMixed: true });
  thread.send('More');
  await it.says(text('four'));
  thread.stop();
  thread.continueReply();
  await it.says(text(' five'), used(70, 1), done);
  expect(lastReply(thread).usage).toEqual({ input: 70, output: 1, isPartial: true });
});

test('if a continuation is stopped uncounted, the reply’s usage is known to be incomplete [STEER-30]', async () => {
  const { thread, provider } = start();
  thread.send('Count');
  await provider.says(text('one'), used(10, 7), cutOff);
  thread.continueReply();
  await provider.says(text(' two'));
  thread.stop();
  expect(lastReply(thread).usage).toEqual({ input: 10, output: 7, isPartial: true });
  thread.continueReply();
  thread.stop();
  expect(lastReply(thread).usage).toEqual({ input: 10, output: 7, isPartial: true });
});

test('the usage of an answer without text is kept at its question [STEER-30]', async () => {
  const { thread, provider } = start();
  thread.send('Think');
  await provider.says(used(10, 4_096), { type: 'ended', because: 'length', raw: 'length' });
  thread.retry();
  await provider.says(thinks('Hm.'), used(10, 90), done);
  expect(thread.read().messages[0]?.usage).toEqual({ input: 10, output: 4_096 });
  thread.retry();
  await provider.says(text('Done'), used(10, 5), done);
  expect(thread.read().messages.map(({ usage }) => usage)).toEqual([
    { input: 20, output: 4_186, last: { input: 10, output: 90 } },
    { input: 10, output: 5 },
  ]);
});

test('a reply knows how long the model thought, from the first reasoning to the first text [STEER-31]', async () => {
  const { thread, provider, clock } = start();
  thread.send('Why?');
  clock.pass(5_000);
  await provider.says(thinks('Let me '));
  expect(lastReply(thread)).toMatchObject({ thinkingSince: clock.now(), thoughtFor: null });
  clock.pass(11_000);
  await provider.says(thinks('think.'));
  clock.pass(1_000);
  await provider.says(text('Because'));
  expect(lastReply(thread)).toMatchObject({ thinkingSince: null, thoughtFor: 12_000 });
  clock.pass(3_000);
  await provider.says(thinks('Or not?'), text('.'), cutOff);
  expect(lastReply(thread).thoughtFor).toBe(12_000);
  thread.continueReply();
  await provider.says(thinks('More.'));
  clock.pass(2_000);
  await provider.says(text(' Indeed.'), done);
  expect(lastReply(thread).thoughtFor).toBe(14_000);
});

test('a reply has thought for no time, rather than less, when the clock is set back meanwhile', async () => {
  const { thread, provider, clock } = start();
  thread.send('Why?');
  await provider.says(thinks('Let me think.'));
  clock.pass(-60_000);
  await provider.says(text('Because'));
  expect(lastReply(thread).thoughtFor).toBe(0);
});

test('stopped thinking ends as well; a reply without reasoning has no thinking time [STEER-31]', async () => {
  const { thread, provider, clock } = start();
  thread.send('Why?');
  await provider.says(thinks('Hm'));
  clock.pass(4_000);
  thread.stop();
  expect(lastReply(thread)).toMatchObject({ thinkingSince: null, thoughtFor: 4_000 });
  thread.send('So?');
  await provider.says(text('Because.'), done);
  expect(lastReply(thread)).toMatchObject({ thinkingSince: null, thoughtFor: null });
});

test('the oldest messages can be dropped: the request starts with the next question, until all are sent again [STEER-40]', async () => {
  const { thread, provider } = start();
  for (const words of ['One', 'Two', 'Three']) {
    thread.send(words);
    await provider.says(text(`${words}!`), done);
  }
  const ids = thread.read().messages.map(({ id }) => id);
  // The first sent message cannot be a reply: the question after it is.
  thread.dropOldest(ids[1] ?? '');
  expect(thread.read().sentFrom).toBe(ids[2]);
  thread.send('Four');
  const sent = () => said(provider.asked.at(-1)?.messages)?.map(([, words]) => words);
  expect(sent()).toEqual(['Two', 'Two!', 'Three', 'Three!', 'Four']);
  thread.stop();
  thread.dropOldest(ids[4] ?? '');
  thread.retry();
  expect(sent()).toEqual(['Three', 'Three!', 'Four']);
  thread.stop();
  thread.sendAll();
  thread.retry();
  expect(sent()?.length).toBe(7);
});

test('the newest question is always sent; an unknown message drops nothing [STEER-40]', async () => {
  const { thread, provider } = start();
  thread.send('One');
  await provider.says(text('One!'), done);
  thread.dropOldest(lastReply(thread).id);
  thread.dropOldest('m99');
  expect(thread.read().sentFrom).toBeNull();
});

/** Asks several questions, each with a reply, and returns the message ids. */
async function talk({ thread, provider }: ReturnType<typeof start>, ...words: string[]) {
  for (const word of words) {
    thread.send(word);
    await provider.says(text(`${word}!`), done);
  }
  return thread.read().messages.map(({ id }) => id);
}
/** Which version of a message is shown, and of how many. */
const version = (thread: Thread, index: number) => {
  const fork = forkAt(thread.read(), index);
  return fork && `${fork.indexOf(null) + 1}/${fork.length}`;
};

test('an edited question starts a new version from there; what came after it is kept [STEER-03]', async () => {
  const it = start();
  const { thread, provider } = it;
  const [, , second = ''] = await talk(it, 'One', 'Two', 'Three');
  thread.edit(second, 'Zwei', []);
  expect(seen(thread)).toEqual(['user: One', 'assistant: One!', 'user: Zwei']);
  expect(said(provider.asked.at(-1)?.messages)?.map(([, words]) => words)).toEqual(['One', 'One!', 'Zwei']);
  await provider.says(text('Zwei!'), done);
  expect(version(thread, 2)).toBe('2/2');
  thread.show(thread.read().messages[2]?.id ?? '', 0);
  expect(seen(thread).slice(2)).toEqual(['user: Two', 'assistant: Two!', 'user: Three', 'assistant: Three!']);
  expect(version(thread, 2)).toBe('1/2');
  thread.send('Four');
  expect(said(provider.asked.at(-1)?.messages)?.map(([, words]) => words)).toContain('Two');
});

test('the first question can be edited, too, and its files are sent again [STEER-02 STEER-03]', async () => {
  const it = start();
  const part = { type: 'file', name: 'cat.png', mediaType: 'image/png', data: 'AAAA' } as const;
  const file = { name: 'cat.png', mediaType: 'image/png', size: 3, part };
  const [first = ''] = await talk(it, 'One');
  it.thread.edit(first, 'Who?', [file]);
  expect(it.provider.asked.at(-1)?.messages).toEqual([
    { role: 'user', parts: [part, { type: 'text', text: 'Who?' }] },
  ]);
  it.thread.edit(it.thread.read().messages[0]?.id ?? '', '  ', []);
  expect(version(it.thread, 0)).toBe('2/2');
});

test('versions inside a version are kept while another one is shown [STEER-05]', async () => {
  const it = start();
  const { thread, provider } = it;
  const [first = '', , second = ''] = await talk(it, 'One', 'Two');
  thread.edit(second, 'Zwei', []);
  await provider.says(text('Zwei!'), done);
  const inside = thread.read();
  thread.edit(first, 'Eins', []);
  await provider.says(text('Eins!'), done);
  expect([version(thread, 0), version(thread, 2)]).toEqual(['2/2', null]);
  thread.show(thread.read().messages[0]?.id ?? '', 0);
  expect([version(thread, 0), version(thread, 2)]).toEqual(['1/2', '2/2']);
  expect(thread.read().messages).toEqual(inside.messages);
  thread.show(thread.read().messages[2]?.id ?? '', 0);
  expect(seen(thread)).toEqual(['user: One', 'assistant: One!', 'user: Two', 'assistant: Two!']);
});

test('editing while an answer streams stops it, and what arrived is kept [STEER-03]', async () => {
  const { thread, provider } = start();
  thread.send('Count');
  await provider.says(text('one two'));
  thread.edit(thread.read().messages[0]?.id ?? '', 'Count on', []);
  expect(provider.asked[0]?.signal.aborted).toBe(true);
  expect([seen(thread), pending(thread)]).toEqual([['user: Count on'], 'loading']);
  thread.show(thread.read().messages[0]?.id ?? '', 0);
  expect(seen(thread)).toEqual(['user: Count on']);
  await provider.says(text('three'), done);
  thread.show(thread.read().messages[0]?.id ?? '', 0);
  expect(seen(thread)).toEqual(['user: Count', 'assistant: one two']);
});

test('another reply is a version next to the old one, wherever it is asked for [STEER-10 STEER-12]', async () => {
  const it = start();
  const { thread, provider } = it;
  const [, first = '', , last = ''] = await talk(it, 'One', 'Two');
  thread.regenerate(last);
  expect([pending(thread), seen(thread).length]).toEqual(['loading', 3]);
  await provider.says(text('Two, again'), done);
  expect([seen(thread).at(-1), version(thread, 3)]).toEqual(['assistant: Two, again', '2/2']);
  thread.regenerate(first);
  expect(said(provider.asked.at(-1)?.messages)).toEqual([['user', 'One']]);
  await provider.says(text('One, again'), done);
  expect([seen(thread), version(thread, 1)]).toEqual([['user: One', 'assistant: One, again'], '2/2']);
  thread.show(lastReply(thread).id, 0);
  expect(seen(thread)).toEqual(['user: One', 'assistant: One!', 'user: Two', 'assistant: Two, again']);
});

test('another reply may come from another provider, which is also asked for its continuation [STEER-11]', async () => {
  const choices: unknown[] = [];
  const it = provider();
  const choice = { provider: 'grok', model: 'grok-4.7' } as const;
  const { thread } = start({
    answer(messages, signal, choice) {
      choices.push(choice);
      return it.answer(messages, signal);
    },
    modelFor: (choice) => ({ provider: 'openai', model: 'gpt-4o', ...choice, endpoint: 'https://a.test' }),
  });
  thread.send('Hello');
  await it.says(text('Hi'), done);
  thread.regenerate(lastReply(thread).id, choice);
  await it.says(text('Hey'), cutOff);
  expect(lastReply(thread).asked).toMatchObject(choice);
  thread.continueReply();
  await it.says(text(' there'), cutOff);
  thread.retry();
  await it.says(text('Ho'), done);
  thread.send('And now?');
  const usual = { provider: 'openai', origin: 'https://a.test', model: 'gpt-4o' };
  expect(choices).toEqual([usual, choice, choice, choice, usual]);
});

test('once another model is chosen, Retry asks that one, not the one that the reply had been asked of', async () => {
  const choices: unknown[] = [];
  const it = provider();
  let model = 'gpt-4o';
  const { thread } = start({
    answer(messages, signal, choice) {
      choices.push(choice);
      return it.answer(messages, signal);
    },
    modelFor: (choice) => ({ provider: 'openai', model, ...choice, endpoint: 'https://a.test' }),
  });
  thread.send('Hello');
  await it.says(text('Hi'), done);
  thread.regenerate(lastReply(thread).id, { provider: 'grok', model: 'grok-4.7' });
  await it.says(text('Hey'), cutOff);
  model = 'gpt-6-luna';
  expect(thread.retryChoice()).toBeNull();
  thread.retry();
  await it.says(text('Ho'), cutOff);
  expect(choices.at(-1)).toEqual({ provider: 'openai', origin: 'https://a.test', model: 'gpt-6-luna' });
});

test('a question goes to the model that its chat showed, even if another chat with another model is opened while it waits', async () => {
  const endpoint = 'https://a.test/v1';
  let now: ModelRef = { provider: 'anthropic', model: 'claude-sonnet-5-5', endpoint };
  const choices: unknown[] = [];
  let isReady = () => {};
  const it = provider();
  const { thread } = start({
    modelFor: () => now,
    ready(choice) {
      choices.push(choice);
      return new Promise((ready) => {
        isReady = ready;
      });
    },
    answer(messages, signal, choice) {
      choices.push(choice);
      return it.answer(messages, signal);
    },
  });
  thread.send('Hello');
  now = { provider: 'openai', model: 'gpt-4o', endpoint: 'https://b.test/v1' };
  isReady();
  await settled();
  await it.says(text('Hi'), done);
  const shown = { provider: 'anthropic', origin: 'https://a.test', model: 'claude-sonnet-5-5' };
  expect(choices).toEqual([shown, shown]);
  // Nobody has chosen it for this reply: whoever is chosen then is asked for its rest.
  expect(lastReply(thread).choice).toBeNull();
});

test('what goes along with a question learns that it was stopped meanwhile', () => {
  const signals: AbortSignal[] = [];
  const { thread } = start({
    ready(_, signal) {
      signals.push(signal);
      return new Promise(() => {});
    },
  });
  thread.send('Hello');
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  thread.stop();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test('a question that is stopped while older messages are fetched asks for nothing else', async () => {
  const loaded = Promise.withResolvers<void>();
  const signals: AbortSignal[] = [];
  const asked: unknown[] = [];
  const { thread } = start({
    loaded(signal) {
      signals.push(signal);
      return loaded.promise;
    },
    ready: async (choice) => void asked.push(choice),
  });
  thread.open({ messages: [stored('3', 'user', 'Three')], hasMore: true });
  thread.send('Hello');
  thread.stop();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  loaded.resolve();
  await settled();
  expect(asked).toEqual([]);
});

test('if another reply does not arrive, the old one comes back, as complete as before [STEER-13]', async () => {
  const it = start();
  const { thread, provider, failures } = it;
  const [, first = ''] = await talk(it, 'One', 'Two');
  const before = thread.read().messages;
  for (const nothing of [failed, done, 'stop'] as const) {
    thread.regenerate(first);
    if (nothing === 'stop') thread.stop();
    else await provider.says(nothing);
    expect(thread.read().messages).toEqual(before);
    expect(version(thread, 1)).toBeNull();
  }
  // Each is reported, since the list does not show them.
  expect(failures.map(([{ message }]) => message)).toEqual(['Overloaded', 'The other reply did not arrive.']);
});

test('a partial reply that was regenerated is a version, too; one without text is not', async () => {
  const { thread, provider } = start();
  thread.send('Hello');
  await provider.says(text('Half'), cutOff);
  thread.retry();
  await provider.says(thinks('Hm.'), done);
  expect(version(thread, 1)).toBe('2/2');
  thread.retry();
  await provider.says(text('Whole'), done);
  expect([seen(thread).at(-1), version(thread, 1)]).toEqual(['assistant: Whole', '2/2']);
  thread.show(lastReply(thread).id, 0);
  expect(seen(thread).at(-1)).toBe('assistant: Half');
});

test('editing the first question that is sent drops what was dropped before it [STEER-40]', async () => {
  const it = start();
  const { thread, provider } = it;
  const [, , second = ''] = await talk(it, 'One', 'Two');
  thread.dropOldest(second);
  thread.edit(second, 'Zwei', []);
  expect(said(provider.asked.at(-1)?.messages)).toEqual([['user', 'Zwei']]);
  thread.stop();
  thread.show(thread.read().messages[2]?.id ?? '', 0);
  expect(thread.read().sentFrom).toBe(second);
});

test('a deleted message is not sent, and Undo brings it back where it was [STEER-50 STEER-51]', async () => {
  const it = start();
  const { thread, provider } = it;
  const [, firstReply = '', second = ''] = await talk(it, 'One', 'Two', 'Three');
  const before = thread.read().messages;
  thread.mark(firstReply, { isDeleted: true });
  thread.mark(second, { isDeleted: true });
  thread.send('Four');
  // Consecutive questions are one turn, and so are two replies.
  expect(said(provider.asked.at(-1)?.messages)).toEqual([
    ['user', 'One'],
    ['assistant', 'Two!'],
    ['user', 'Three'],
    ['assistant', 'Three!'],
    ['user', 'Four'],
  ]);
  thread.stop();
  thread.mark(firstReply, { isDeleted: false });
  thread.mark(second, { isDeleted: false });
  expect(thread.read().messages.slice(0, 6)).toEqual(
    before.map((message) =>
      [firstReply, second].includes(message.id) ? { ...message, isDeleted: false } : message,
    ),
  );
});

test('a reply whose question was deleted is sent where it is [STEER-51]', async () => {
  const it = start();
  const { thread, provider } = it;
  const [first = ''] = await talk(it, 'One');
  thread.mark(first, { isDeleted: true });
  thread.send('Two');
  expect(said(provider.asked.at(-1)?.messages)).toEqual([
    ['assistant', 'One!'],
    ['user', 'Two'],
  ]);
});

test('no reply is asked for if its question was deleted [STEER-51]', async () => {
  const { thread, provider } = start();
  thread.send('One');
  await provider.says(text('Half'), cutOff);
  const [first, half] = thread.read().messages;
  thread.mark(first?.id ?? '', { isDeleted: true });
  thread.regenerate(half?.id ?? '');
  thread.continueReply();
  thread.retry();
  expect([provider.asked.length, pending(thread)]).toEqual([1, 'idle']);
  thread.mark(first?.id ?? '', { isDeleted: false });
  thread.continueReply();
  expect(provider.asked).toHaveLength(2);
});

test('Retry after the last reply was deleted asks for another; the deleted one stays as a version [STEER-52]', async () => {
  const it = start();
  const { thread, provider } = it;
  await talk(it, 'One');
  thread.mark(lastReply(thread).id, { isDeleted: true });
  thread.retry();
  expect(said(provider.asked.at(-1)?.messages)).toEqual([['user', 'One']]);
  await provider.says(text('Uno!'), done);
  expect([seen(thread).at(-1), version(thread, 1)]).toEqual(['assistant: Uno!', '2/2']);
  thread.show(lastReply(thread).id, 0);
  expect(lastReply(thread)).toMatchObject({ isDeleted: true });
});

test('if Retry after a deleted reply brings nothing, that is reported, and Retry is offered again [STEER-52]', async () => {
  const it = start();
  const { thread, provider, failures } = it;
  await talk(it, 'One');
  thread.mark(lastReply(thread).id, { isDeleted: true });
  const before = thread.read().messages;
  for (const nothing of [done, failed, cutOff]) {
    thread.retry();
    await provider.says(nothing);
    expect(thread.read().messages).toEqual(before);
  }
  expect(failures.map(([{ message }]) => message)).toEqual([
    'The other reply did not arrive.',
    'Overloaded',
    'The other reply did not arrive.',
  ]);
  expect(provider.asked).toHaveLength(4);
});

test('if Retry on the question of a deleted partial reply brings nothing, that is reported, too [STEER-52]', async () => {
  const { thread, provider, failures } = start();
  thread.send('One');
  await provider.says(text('Half'), cutOff);
  thread.mark(lastReply(thread).id, { isDeleted: true });
  thread.retry();
  await provider.says(done);
  expect(lastReply(thread)).toMatchObject({ isDeleted: true, error: { because: 'cut-off' } });
  expect(failures.map(([{ message }]) => message)).toEqual(['The other reply did not arrive.']);
});

test('if Retry before a deleted question brings nothing, the question before it says so [STEER-52]', async () => {
  const { thread, provider, failures } = start();
  thread.send('One');
  await provider.says(failed);
  thread.send('Two');
  await provider.says(failed);
  thread.mark(lastReply(thread).id, { isDeleted: true });
  failures.length = 0;
  thread.retry();
  await provider.says(done);
  expect(thread.read().messages[0]?.error).toEqual({ type: 'empty', because: 'done' });
  expect(failures).toEqual([]);
});

/** A reply that was cut off, followed by a deleted question and reply. */
async function halfBeforeDeleted() {
  const it = start();
  it.thread.send('One');
  await it.provider.says(text('Half'), cutOff);
  it.thread.send('Two');
  await it.provider.says(text('Two!'), done);
  const [, half, question, reply] = it.thread.read().messages.map(({ id }) => id);
  for (const id of [question, reply]) it.thread.mark(id ?? '', { isDeleted: true });
  return { ...it, half: half ?? '', question: question ?? '', reply: reply ?? '' };
}

test('a cut-off reply followed only by deleted messages is continued in place [STEER-54]', async () => {
  const { thread, provider, half } = await halfBeforeDeleted();
  expect(retryable(thread.read().messages)?.id).toBe(half);
  thread.continueReply();
  expect(said(provider.asked.at(-1)?.messages)).toEqual([
    ['user', 'One'],
    ['assistant', 'Half'],
    ['user', 'Continue exactly where you stopped.'],
  ]);
  await provider.says(text(' and half.'), done);
  expect(seen(thread)).toEqual(['user: One', 'assistant: Half and half.', 'user: Two', 'assistant: Two!']);
  expect(thread.read().messages.map(({ error }) => error)).toEqual([null, null, null, null]);
  expect(thread.read().messages.map(({ isDeleted }) => !!isDeleted)).toEqual([false, false, true, true]);
});

test('regenerating it moves the deleted ones along with it, as a version [STEER-54]', async () => {
  const { thread, provider } = await halfBeforeDeleted();
  thread.retry();
  await provider.says(text('Whole.'), done);
  expect([seen(thread), version(thread, 1)]).toEqual([['user: One', 'assistant: Whole.'], '2/2']);
  thread.show(lastReply(thread).id, 0);
  expect(seen(thread)).toHaveLength(4);
});

test('restoring a message after it stops its continuation, and both stay [STEER-54]', async () => {
  const { thread, provider, question, reply } = await halfBeforeDeleted();
  thread.continueReply();
  await provider.says(text(' and'));
  thread.mark(question, { isDeleted: false });
  expect([provider.asked.at(-1)?.signal.aborted, pending(thread)]).toEqual([true, 'idle']);
  thread.mark(reply, { isDeleted: false });
  await provider.says(text(' never'));
  expect(seen(thread)).toEqual(['user: One', 'assistant: Half and', 'user: Two', 'assistant: Two!']);
});

test('deleting it during its continuation stops the continuation', async () => {
  const { thread, provider, half } = await halfBeforeDeleted();
  thread.continueReply();
  await provider.says(text(' and'));
  thread.mark(half, { isDeleted: true });
  expect([provider.asked.at(-1)?.signal.aborted, pending(thread)]).toEqual([true, 'idle']);
});

test('when the last question was deleted, Retry asks the one before it again [STEER-52]', async () => {
  const { thread, provider } = start();
  thread.send('One');
  await provider.says(failed);
  thread.send('Two');
  await provider.says(failed);
  thread.mark(thread.read().messages[1]?.id ?? '', { isDeleted: true });
  thread.retry();
  expect(said(provider.asked.at(-1)?.messages)).toEqual([['user', 'One']]);
  await provider.says(text('One!'), done);
  expect(seen(thread).at(-1)).toBe('assistant: One!');
});

test('deleting a streaming reply, or its question, stops it; what arrived can be brought back [STEER-53]', async () => {
  for (const index of [0, 1]) {
    const { thread, provider } = start();
    thread.send('Count');
    await provider.says(text('one two'));
    const id = thread.read().messages[index]?.id ?? '';
    thread.mark(id, { isDeleted: true });
    expect([provider.asked[0]?.signal.aborted, pending(thread)]).toEqual([true, 'idle']);
    thread.mark(id, { isDeleted: false });
    expect(seen(thread)).toEqual(['user: Count', 'assistant: one two']);
  }
});

test('deleting an older message does not affect the answer that is streaming [STEER-53]', async () => {
  const it = start();
  const { thread, provider } = it;
  const [first = ''] = await talk(it, 'One');
  thread.send('Two');
  await provider.says(text('Tw'));
  thread.mark(first, { isDeleted: true });
  await provider.says(text('o!'), done);
  expect([pending(thread), seen(thread).at(-1)]).toEqual(['idle', 'assistant: Two!']);
});

test('deleting one version leaves the others, and what follows it, in place [STEER-50]', async () => {
  const it = start();
  const { thread, provider } = it;
  const [, first = ''] = await talk(it, 'One', 'Two');
  thread.regenerate(first);
  await provider.says(text('Uno!'), done);
  thread.mark(lastReply(thread).id, { isDeleted: true });
  expect(version(thread, 1)).toBe('2/2');
  thread.show(lastReply(thread).id, 0);
  expect(seen(thread)).toEqual(['user: One', 'assistant: One!', 'user: Two', 'assistant: Two!']);
  expect(thread.read().messages.some(({ isDeleted }) => isDeleted)).toBe(false);
});

const isSaying = (message: Message) => contentOf(message).trim() !== '';
/** All that was said, by message id. */
const words = (conversation: ThreadState) =>
  new Map(
    everyMessage(conversation)
      .filter(isSaying)
      .map((message) => [message.id, contentOf(message)]),
  );

type Act =
  | 'send'
  | 'stop'
  | 'retry'
  | 'continue'
  | 'drop'
  | { edit: number }
  | { remove: number }
  | { bringBack: number }
  | { regenerate: number }
  | { show: number; version: number }
  | AnswerEvent;

test('whatever happens in whatever order, no text is lost and the request matches the screen [STEER-06]', async () => {
  const at = fc.nat(7);
  const acts = fc.array(
    fc.oneof(
      { arbitrary: at.map((edit): Act => ({ edit })), weight: 2 },
      { arbitrary: at.map((remove): Act => ({ remove })), weight: 2 },
      { arbitrary: at.map((bringBack): Act => ({ bringBack })), weight: 1 },
      { arbitrary: at.map((regenerate): Act => ({ regenerate })), weight: 2 },
      { arbitrary: fc.record({ show: at, version: fc.nat(3) }), weight: 4 },
      {
        weight: 12,
        arbitrary: fc.constantFrom<Act>(
          'drop',
          'send',
          'send',
          'stop',
          'retry',
          'continue',
          text('a'),
          text('b '),
          { type: 'reasoning', text: 'r' },
          done,
          cutOff,
          failed,
        ),
      },
    ),
    { maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(acts, async (script) => {
      const { thread, provider } = start();
      let count = 0;
      const known = new Map<string, string>();
      for (const act of script) {
        const before = thread.read();
        const textBefore = seen(thread).join('\n');
        const idAt = (index: number) => before.messages[index % before.messages.length]?.id ?? '';
        if (act === 'send') thread.send(`q${++count}`);
        else if (act === 'stop') thread.stop();
        else if (act === 'retry') thread.retry();
        else if (act === 'continue') thread.continueReply();
        else if (act === 'drop') thread.dropOldest(before.messages.at(count % 5)?.id ?? '');
        else if ('edit' in act) thread.edit(idAt(act.edit), `e${++count}`, []);
        else if ('remove' in act) thread.mark(idAt(act.remove), { isDeleted: true });
        else if ('bringBack' in act) thread.mark(idAt(act.bringBack), { isDeleted: false });
        else if ('regenerate' in act) thread.regenerate(idAt(act.regenerate));
        else if ('show' in act) thread.show(idAt(act.show), act.version);
        else await provider.says(act);
        // Every text ever seen is still there, in this version or another.
        const now = words(thread.read());
        for (const [id, content] of known) expect(now.get(id)?.startsWith(content)).toBe(true);
        for (const [id, content] of now) known.set(id, content);
        expect(new Set(now.keys()).size).toBe(everyMessage(thread.read()).filter(isSaying).length);
        if (act === 'stop') expect(seen(thread).join('\n').startsWith(textBefore)).toBe(true);
        const { messages, pending } = thread.read();
        // Only the last message can be growing, and only while streaming.
        const growing = messages.filter((message) => message.role === 'assistant' && message.isGrowing);
        expect(growing).toEqual(pending.type === 'streaming' ? [lastMessage(messages)] : []);
        // Roles alternate, and the last turn is the user's: any provider accepts it.
        const asked = said(provider.asked.at(-1)?.messages) ?? [];
        const roles = asked.map(([role]) => role).reverse();
        expect(roles.every((role, index) => role === (index % 2 === 0 ? 'user' : 'assistant'))).toBe(true);
        if (act === 'send' && before.pending.type === 'idle') {
          expect(asked.flatMap(([, words]) => words).join('\n\n')).toBe(
            messages
              .slice(firstSent(thread.read()))
              .filter(({ isDeleted }) => !isDeleted)
              .map(contentOf)
              .filter((content) => content.trim() !== '')
              .join('\n\n'),
          );
        }
      }
    }),
    { numRuns: 200 },
  );
});

test('a stored conversation replaces the open one, and can be continued', async () => {
  const { thread, provider } = start({ displayLimit: 10 });
  thread.send('Hello');
  const asked = { provider: 'openai', model: 'gpt-4', endpoint: 'https://a.test' } as const;
  thread.open({
    messages: [
      {
        role: 'user',
        content: 'Who is this?',
        at: Date.UTC(2026, 1, 3, 14, 5),
        asked,
        error: null,
        attachments: [{ name: 'cat.png', mediaType: 'image/png', size: 3 }],
      },
      { role: 'assistant', content: 'A cat, I think.', at: 0, asked, error: null, reasoning: 'Whiskers.' },
    ],
  });
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
  const times = stamps(Date.UTC(2026, 1, 3, 14, 5));
  expect(messages[0]).toMatchObject(times);
  expect(messages[0] && changed(messages[0], { usage: null })).toMatchObject(times);
  expect(new Set(messages.map(({ id }) => id)).size).toBe(2);

  thread.send('Sure?');
  expect(provider.asked.at(-1)?.messages).toEqual([
    { role: 'user', parts: [{ type: 'text', text: '[File: cat.png]\n\nWho is this?' }] },
    { role: 'assistant', parts: [{ type: 'text', text: 'A cat, I think.' }] },
    { role: 'user', parts: [{ type: 'text', text: 'Sure?' }] },
  ]);
});

test('a picture that could not be loaded just now is sent once it can be [CONV-10]', async () => {
  const { thread, provider, failures } = start();
  const part = { type: 'file', name: 'cat.png', mediaType: 'image/png', data: 'AAAA' } as const;
  let tries = 0;
  const load = async () => {
    if (tries++ === 0) throw new TypeError('Failed to fetch');
    return part;
  };
  const attachments = [{ name: 'cat.png', mediaType: 'image/png', size: 3, load }];
  thread.open({ messages: [{ ...stored('1', 'user', 'Who is this?'), role: 'user', attachments }] });
  thread.send('And her name?');
  await settled();
  expect(failures.map(([{ message }]) => message)).toEqual(['cat.png could not be loaded. Try again.']);
  expect(provider.asked).toEqual([]);
  thread.retry();
  await settled();
  expect(provider.asked[0]?.messages[0]?.parts[0]).toEqual(part);
});

const stored = (id: string, role: 'user' | 'assistant', content: string) =>
  ({ id, role, content, at: 0, asked: null, error: null }) as const;

test('reopening a conversation keeps the messages that did not change', () => {
  const { thread } = start();
  thread.open({ messages: [stored('1', 'user', 'Hi'), stored('2', 'assistant', 'Good')] });
  const [question, reply] = thread.read().messages;
  thread.open({
    messages: [stored('1', 'user', 'Hi'), stored('2', 'assistant', 'Good day'), stored('3', 'user', 'Bye')],
  });
  const { messages } = thread.read();
  expect(messages.map(contentOf)).toEqual(['Hi', 'Good day', 'Bye']);
  expect(messages[0]).toBe(question);
  expect(messages[1]).not.toBe(reply);
});

test('reopening a conversation shows how its reasoning has grown, and what it used', () => {
  const { thread } = start();
  const thinking = stored('2', 'assistant', '');
  thread.open({ messages: [{ ...thinking, reasoning: 'Hm.' }] });
  thread.open({ messages: [{ ...thinking, reasoning: 'Hm. Whiskers.' }] });
  expect(lastReply(thread).reasoning?.value).toBe('Hm. Whiskers.');
  const usage = { input: 5, output: 6 };
  thread.open({ messages: [{ ...thinking, reasoning: 'Hm. Whiskers.', thoughtFor: 9_000, usage }] });
  expect(lastReply(thread)).toMatchObject({ thoughtFor: 9_000, usage });
});

test('older messages are added in front; a question is shown immediately and sent once they are there', async () => {
  const loaded = Promise.withResolvers<void>();
  const { thread, provider } = start({ loaded: () => loaded.promise });
  thread.open({ messages: [stored('3', 'user', 'Three')], hasMore: true });
  thread.edit('3', 'Drei', []);
  expect(seen(thread)).toEqual(['user: Drei']);
  await settled();
  expect(provider.asked).toEqual([]);
  thread.loadOlder({
    messages: [stored('1', 'user', 'One'), stored('2', 'assistant', '1')],
    forks: { 1: [[stored('2b', 'assistant', 'Eins')], null] },
  });
  loaded.resolve();
  await settled();
  expect(seen(thread)).toEqual(['user: One', 'assistant: 1', 'user: Drei']);
  expect(said(provider.asked[0]?.messages)).toEqual([
    ['user', 'One'],
    ['assistant', '1'],
    ['user', 'Drei'],
  ]);
  expect(forkAt(thread.read(), 1)).toHaveLength(2);
  expect(forkAt(thread.read(), 2)?.map((tail) => tail?.map(contentOf))).toEqual([['Three'], undefined]);
});

test('a reply whose reasoning shows only at its closing marker is sorted once it has ended', async () => {
  const { thread, provider } = start();
  thread.send('One and one?');
  await provider.says(text('They make'), text(' two.\n</thi'), text('nk>\n\nIt is two.'));
  expect(lastReply(thread).text.value).toBe('They make two.\n</think>\n\nIt is two.');
  await provider.says(done);
  expect(lastReply(thread).text.value).toBe('It is two.');
  expect(lastReply(thread).reasoning?.value).toBe('They make two.');
  thread.send('And one more?');
  expect(said(provider.asked[1]?.messages)).toEqual([
    ['user', 'One and one?'],
    ['assistant', 'It is two.'],
    ['user', 'And one more?'],
  ]);
});

test('a reply that turns out to be reasoning alone is an empty one', async () => {
  const { thread, provider } = start();
  thread.send('One and one?');
  await provider.says(text('They make two.\n</think>'), done);
  expect(lastTrouble(thread)).toMatchObject({ type: 'empty' });
  expect(lastReply(thread).reasoning?.value).toBe('They make two.');
});

test('a sorted reply that is continued goes on after its answer', async () => {
  const { thread, provider } = start();
  thread.send('Count');
  await provider.says(text('I count.\n</think>\n\nOne, '), cutOff);
  thread.continueReply();
  expect(said(provider.asked[1]?.messages)?.[1]).toEqual(['assistant', 'One, ']);
  await provider.says(text('two'));
  expect(contentOf(lastReply(thread))).toBe('One, two');
  await provider.says(text(', three.'), done);
  expect(contentOf(lastReply(thread))).toBe('One, two, three.');
  expect(lastReply(thread).reasoning?.value).toBe('I count.');
});

test.each([
  [
    { because: 'tool', raw: 'MALFORMED_FUNCTION_CALL', says: 'look_up(' },
    'MALFORMED_FUNCTION_CALL: look_up(',
  ],
  [{ because: 'filtered', raw: 'SPII' }, 'SPII'],
  [{ because: 'other', raw: 'NO_IMAGE', says: 'NO_IMAGE' }, 'NO_IMAGE'],
  [{ because: 'other', raw: 'abort' }, 'abort'],
  [{ because: 'length', raw: 'MAX_TOKENS' }, undefined],
] as const)('an empty reply keeps the reason that its provider gave: %o', async (ending, reason) => {
  const { thread, provider } = start();
  thread.send('Hello');
  await provider.says({ type: 'ended', ...ending });
  expect(lastTrouble(thread)).toEqual({ type: 'empty', because: ending.because, ...(reason && { reason }) });
});

test('an unknown reason alone does not make a reply look incomplete', async () => {
  const { thread, provider } = start();
  thread.send('Hello');
  await provider.says(text('Hi'), { type: 'ended', because: 'other', raw: 'eos_found' });
  expect(lastTrouble(thread)).toBeNull();
  thread.send('More');
  await provider.says(text('Hi'), { type: 'ended', because: 'other', raw: 'OTHER', says: 'OTHER' });
  expect(lastTrouble(thread)).toEqual({ type: 'ended', because: 'other', reason: 'OTHER' });
});
