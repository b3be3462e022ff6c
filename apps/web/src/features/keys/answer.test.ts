import type { AnswerEvent, Failure, ProviderSetting, Question, QuestionPart } from '@polylogue/providers';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { safeStorage } from '../../lib/state/storage.ts';
import { type Adapters, answerWith } from './answer.ts';
import { failureSentence } from './failure-sentence.ts';
import { modelsAt, modelsOfSaved } from './listing.ts';
import { openSettings, type Settings } from './setting.ts';
import type { Choice } from './setting-reader.ts';
import { memoryStorage } from './testing/memory-storage.ts';

const canary = 'sk-canary-0123456789';
const setting: ProviderSetting = {
  type: 'openai',
  config: { apiKey: canary, endpoint: 'https://api.openai.com/v1', model: 'gpt-4o' },
};
const hello = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'Hello' }] }];

let storage: Storage;
let settings: Settings;
let questions: Question[];
let named: string[];
beforeEach(() => {
  storage = memoryStorage();
  settings = openSettings(safeStorage(() => storage));
  questions = [];
  named = [];
});

function adapters(events: AnswerEvent[], listing: Partial<Adapters> = {}): () => Promise<Adapters> {
  return async () => ({
    async *streamAnswer(question) {
      questions.push(question);
      yield* events;
    },
    availableModels: async () => ({ ok: true, models: [] }),
    ...listing,
  });
}

const ended: AnswerEvent = { type: 'ended', because: 'done', raw: 'stop' };
const failed = (failure: Partial<Failure>): AnswerEvent => ({
  type: 'failed',
  failure: { kind: 'other', message: '', retryable: false, ...failure },
});
const remember = (_: ProviderSetting, model: string) => void named.push(model);

const stays = async () => {};

async function all(
  load: () => Promise<Adapters>,
  signal = new AbortController().signal,
  more: { stays?: () => Promise<void> } = {},
) {
  const events: AnswerEvent[] = [];
  const deps = { settings, adapters: load, remember, stays, ...more };
  for await (const event of answerWith(deps, { messages: hello }, signal)) events.push(event);
  return events;
}

test.each<[string, AnswerEvent]>([
  ['is broken off', failed({ kind: 'connect', retryable: true })],
  ['is cut off', { type: 'ended', because: 'cut-off', raw: null }],
])('an answer that %s while its page is being left has failed only if the page stays', async (_, event) => {
  settings.save(setting);
  const staying = Promise.withResolvers<void>();
  let events: AnswerEvent[] = [];
  const answered = all(adapters([{ type: 'text', text: 'Hi' }, event]), undefined, {
    stays: () => staying.promise,
  }).then((all) => {
    events = all;
  });
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(events).toEqual([]);
  staying.resolve();
  await answered;
  expect(events.at(-1)).toEqual(event);
});

test('an answer that breaks off with its page, and is aborted then, has no failure', async () => {
  settings.save(setting);
  const aborting = new AbortController();
  const events = await all(adapters([failed({ kind: 'connect' })]), aborting.signal, {
    stays: async () => aborting.abort(),
  });
  expect(events).toEqual([]);
});

test('the events of the provider come through, and its model is remembered', async () => {
  settings.save(setting);
  const events: AnswerEvent[] = [
    { type: 'model', model: 'gpt-4o-2024-08-06' },
    { type: 'text', text: 'Hi' },
    ended,
  ];
  expect(await all(adapters(events))).toEqual(events);
  expect(named).toEqual(['gpt-4o-2024-08-06']);
  expect(questions).toEqual([{ setting, messages: hello }]);
});

test('a title, or what is asked in a room, changes nothing that is known of the model of a chat', async () => {
  const said = { model: 'gpt-nano-2026-08-06', choices: [{ delta: { content: 'Hi' } }] };
  vi.stubGlobal('fetch', async () => new Response(`data: ${JSON.stringify(said)}\n\ndata: [DONE]\n\n`));
  // Other files in this process use the same storage.
  vi.stubGlobal('localStorage', memoryStorage());
  const keys = await import('./wiring.ts');
  const known = { name: 'GPT-4o', version: 'gpt-4o', contextWindow: 128_000, maxOutputTokens: null };
  keys.settings.save(setting);
  keys.storeModelInfo(known);
  const { signal } = new AbortController();
  const versionAfter = async (ask: typeof keys.answer) => {
    for await (const event of ask({ messages: hello }, signal)) expect(event.type).not.toBe('failed');
    await keys.knownModels();
    await new Promise((resolve) => setTimeout(resolve, 0));
    return keys.storedModelInfo()?.version;
  };
  expect(await versionAfter(keys.answer)).toBe('gpt-4o');
  expect(await versionAfter(keys.answerInChat)).toBe('gpt-nano-2026-08-06');
  vi.unstubAllGlobals();
});

test('the setting is the one stored when the question is sent, not when the page was opened [STATE-08]', async () => {
  settings.save(setting);
  storage.setItem('openai_model', 'gpt-6-luna');
  await all(adapters([ended]));
  expect(questions[0]?.setting.config.model).toBe('gpt-6-luna');
});

describe('nothing is sent', () => {
  const sentTo = async (change: () => void) => {
    settings.save(setting);
    change();
    const [event] = await all(adapters([ended]));
    expect(questions).toEqual([]);
    return event?.type === 'failed' ? event.failure : null;
  };

  test('to an unsupported provider [ERR-09]', async () => {
    const failure = await sentTo(() => storage.setItem('ai_provider', 'skynet'));
    expect(failure).toEqual({
      kind: 'unsupported-provider',
      message: 'Unsupported provider',
      retryable: false,
    });
  });

  test.each(['https://evil.example/v1', 'http://api.openai.com/v1'])(
    'to an origin the key was not saved for, %s [CONF-15]',
    async (endpoint) => {
      const failure = await sentTo(() => storage.setItem('openai_endpoint', endpoint));
      expect(failure?.message).toMatch(/Enter the key again in Settings/);
    },
  );

  test('to an endpoint that moved after its record was removed [SET-06]', async () => {
    const failure = await sentTo(() => {
      storage.removeItem('polylogue.key_host');
      storage.setItem('openai_endpoint', 'https://evil.example/v1');
    });
    expect(failure?.message).toMatch(/Enter the key again in Settings/);
  });

  test('to something that is not an address', async () => {
    const failure = await sentTo(() => storage.setItem('openai_endpoint', '::'));
    expect(failure?.message).toMatch(/not a valid URL/);
  });

  test('to an address that carries the key', async () => {
    const failure = await sentTo(() =>
      storage.setItem('openai_endpoint', `https://api.openai.com/v1?key=${canary}`),
    );
    expect(failure?.message).not.toContain(canary);
  });

  test('without a provider, or without a key', async () => {
    expect(await sentTo(() => storage.removeItem('ai_provider'))).not.toBeNull();
    expect(await sentTo(() => storage.removeItem('openai_api_key'))).not.toBeNull();
  });

  test.each(['https://evil.example/v1', '::', 'https://api.openai.com/v1?key=x'])(
    'and our own words for %s are not taken for the provider’s',
    async (endpoint) => {
      const failure = await sentTo(() => storage.setItem('openai_endpoint', endpoint));
      expect(failure && failureSentence(failure, 'openai').text).toBe(failure?.message);
    },
  );
});

describe('another saved provider', () => {
  const grok: ProviderSetting = {
    type: 'grok',
    config: { apiKey: 'xai-1', endpoint: 'https://api.x.ai/v1', model: 'grok-4.7' },
  };
  const askOf = async (choice: Choice) => {
    const deps = { settings, adapters: adapters([ended]), remember, stays };
    const events: AnswerEvent[] = [];
    const answering = answerWith(deps, { messages: hello, choice }, new AbortController().signal);
    for await (const event of answering) events.push(event);
    const [event] = events;
    return event?.type === 'failed' ? event.failure : null;
  };
  beforeEach(() => {
    settings.save(grok);
    settings.save(setting);
  });

  test('is asked with its own key, and with the requested model [COST-01]', async () => {
    expect(await askOf({ provider: 'grok' })).toBeNull();
    expect(await askOf({ provider: 'grok', model: 'grok-4.3' })).toBeNull();
    expect(questions.map(({ setting }) => setting)).toEqual([
      grok,
      { ...grok, config: { ...grok.config, model: 'grok-4.3' } },
    ]);
    expect(settings.read()).toEqual(setting);
  });

  test('is asked within a strict limit when the question has one', async () => {
    const deps = { settings, adapters: adapters([ended]), remember, stays };
    const limit = { maxTokens: 600, isLimitStrict: true };
    const question = { messages: hello, choice: { provider: 'grok' as const, model: 'grok-4.3' }, ...limit };
    for await (const _ of answerWith(deps, question, new AbortController().signal));
    const config = { ...grok.config, model: 'grok-4.3' };
    expect(questions).toEqual([{ messages: hello, setting: { type: 'grok', config }, ...limit }]);
  });

  test('the chosen provider may be asked for another of its models', async () => {
    expect(await askOf({ provider: 'openai', model: 'gpt-6-luna' })).toBeNull();
    expect(questions[0]?.setting.config).toEqual({ ...setting.config, model: 'gpt-6-luna' });
  });

  test('is not asked when nothing is saved for it, and the message says so', async () => {
    const failure = await askOf({ provider: 'anthropic' });
    expect(failure?.message).toBe('Anthropic is not set up yet. Add it in Settings.');
    expect(questions).toEqual([]);
  });

  test('is not asked once its key has been forgotten', async () => {
    settings.forgetKey({ provider: 'grok' });
    expect(await askOf({ provider: 'grok' })).toMatchObject({ kind: 'key' });
    expect(questions).toEqual([]);
  });

  test('the chosen one is refused for the same reasons when it is requested by name [COST-01]', async () => {
    storage.setItem('openai_endpoint', 'https://evil.example/v1');
    const failure = await askOf({ provider: 'openai', model: 'gpt-6-luna' });
    expect(failure?.message).toMatch(/Enter the key again in Settings/);
    expect(questions).toEqual([]);
  });
});

describe('whatever goes wrong', () => {
  beforeEach(() => void settings.save(setting));

  test('a part of the app that does not load is reported as no connection', async () => {
    const events = await all(() =>
      Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
    );
    expect(events).toMatchObject([{ type: 'failed', failure: { kind: 'connect', retryable: true } }]);
  });

  test('an adapter that throws ends in an unknown error [ERR-08]', async () => {
    const load = adapters([], {
      // biome-ignore lint/correctness/useYield: it breaks before its first word
      async *streamAnswer() {
        throw new Error('bug');
      },
    });
    const [event] = await all(load);
    expect(event?.type === 'failed' && failureSentence(event.failure, 'openai').text).toBe(
      'An unexpected error occurred',
    );
  });

  test('after an abort nothing more is yielded', async () => {
    const stop = new AbortController();
    stop.abort();
    expect(await all(adapters([ended]), stop.signal)).toEqual([]);
    expect(questions).toEqual([]);
  });

  test('a question that is stopped while the code that asks is loaded, or before it has put it together, was not sent', async () => {
    const sent = vi.fn(async () => new Response());
    vi.stubGlobal('fetch', sent);
    onTestFinished(() => void vi.unstubAllGlobals());
    const steps: string[] = [];
    const load = adapters([], {
      async *streamAnswer(_, { fetch }) {
        steps.push(`together: ${answering.wasSent()}`);
        await fetch('https://api.openai.com/v1');
        yield ended;
      },
    });
    const deps = { settings, stays, adapters: load };
    const answering = answerWith(deps, { messages: hello }, new AbortController().signal);
    steps.push(`loading: ${answering.wasSent()}`);
    for await (const _ of answering) steps.push(`answered: ${answering.wasSent()}`);
    expect(steps).toEqual(['loading: false', 'together: false', 'answered: true']);
    expect(sent).toHaveBeenCalledOnce();
  });

  test('a failure that echoes the key does not put it on the screen [ERR-15]', async () => {
    const events = await all(
      adapters([
        failed({ message: `No such key ${canary}`, details: `{"key":"${canary}","again":"${canary}"}` }),
      ]),
    );
    expect(JSON.stringify(events)).not.toContain(canary);
    expect(events).toMatchObject([{ failure: { message: 'No such key •••' } }]);
  });
});

describe('a provider that echoes a key', () => {
  const text = (text: string): AnswerEvent => ({ type: 'text', text });
  const reasoning = (text: string): AnswerEvent => ({ type: 'reasoning', text });
  const textOf = (events: AnswerEvent[], type: 'text' | 'reasoning') =>
    events.map((event) => (event.type === type ? event.text : '')).join('');
  beforeEach(() => {
    settings.save(setting);
  });

  test.each([
    ['whole', [text(`It is ${canary}.`)]],
    ['split over two events', [text(`It is ${canary.slice(0, 9)}`), text(`${canary.slice(9)}.`)]],
    ['a letter at a time', [...`It is ${canary}.`].map(text)],
  ])('shows none of it, %s [CALL-27]', async (_, said) => {
    const events = await all(adapters([...said, ended]));
    expect(textOf(events, 'text')).toBe('It is •••.');
    expect(events.at(-1)).toEqual(ended);
  });

  test('nor in its reasoning, even with text in between [CALL-27]', async () => {
    const events = await all(
      adapters([
        reasoning(`So ${canary.slice(0, 5)}`),
        text('Well'),
        reasoning(`${canary.slice(5)} it is.`),
        ended,
      ]),
    );
    expect(textOf(events, 'reasoning')).toBe('So ••• it is.');
    expect(textOf(events, 'text')).toBe('Well');
  });

  test('nor in its model’s name, as shown and as remembered [CALL-27]', async () => {
    const events = await all(
      adapters([
        { type: 'model', model: `gpt-${canary}` },
        { ...ended, raw: `stop ${canary}`, says: `It said ${canary}` },
      ]),
    );
    expect(JSON.stringify(events)).not.toContain(canary);
    expect(named).toEqual(['gpt-•••']);
  });

  test('nor another provider’s key that is saved in this browser', async () => {
    const grok = { apiKey: 'xai-another-0815', endpoint: 'https://api.x.ai/v1', model: 'grok-4.7' };
    settings.save({ type: 'grok', config: grok });
    settings.save(setting);
    const events = await all(adapters([text('It is xai-another'), text('-0815.'), ended]));
    expect(textOf(events, 'text')).toBe('It is •••.');
  });

  test('nor in text that breaks off, fails or throws: what was held back comes before the end', async () => {
    const beginning = text('It is sk-c');
    expect(await all(adapters([beginning, failed({ message: canary })]))).toEqual([
      text('It is '),
      text('sk-c'),
      failed({ message: '•••' }),
    ]);
    const broken = adapters([], {
      async *streamAnswer() {
        yield text(`It is ${canary.slice(0, -1)}`);
        throw new Error('bug');
      },
    });
    expect(await all(broken)).toMatchObject([text('It is '), text('•••'), { type: 'failed' }]);
  });

  test('nor the rest of a key that a reply began before it was cut off', async () => {
    const cutOff = { role: 'assistant' as const, parts: [text('It is sk-can') as QuestionPart] };
    const goOn = { role: 'user' as const, parts: [text('Continue') as QuestionPart] };
    const answering = answerWith(
      { settings, adapters: adapters([text(`${canary.slice(6)}.`), ended]), remember, stays },
      { messages: [...hello, cutOff, goOn] },
      new AbortController().signal,
    );
    const events: AnswerEvent[] = [];
    for await (const event of answering) events.push(event);
    expect(textOf(events, 'text')).toBe('•••.');
  });

  test('and a caller that stops early gets what was held back, once', async () => {
    const answering = answerWith(
      {
        settings,
        adapters: adapters([reasoning('Yes'), text('Yes'), text('It is sk'), ended]),
        remember,
        stays,
      },
      { messages: hello },
      new AbortController().signal,
    );
    const events = answering[Symbol.asyncIterator]();
    for (let count = 0; count < 3; count++) await events.next();
    expect(answering.heldBack()).toEqual([reasoning('s'), text('sk')]);
    expect(answering.heldBack()).toEqual([]);
  });

  test('and ordinary text is unchanged', async () => {
    const usage: AnswerEvent = { type: 'usage', usage: { input: 1, output: 2 } };
    const events = [text('Ordinary '), reasoning('Words.'), usage, ended];
    expect(await all(adapters(events))).toEqual(events);
  });
});

describe('listing models', () => {
  test('asks with the key that was typed, not the stored one', async () => {
    const requested: ProviderSetting[] = [];
    const load = adapters([], {
      availableModels: async (given) => {
        requested.push(given);
        return { ok: true, models: [{ id: 'gpt-6-luna' }] };
      },
    });
    const typed = { ...setting, config: { ...setting.config, apiKey: 'sk-typed' } };
    expect(await modelsAt({ settings, adapters: load }, typed)).toEqual({
      ok: true,
      models: [{ id: 'gpt-6-luna' }],
    });
    expect(requested).toEqual([typed]);
  });

  test('refuses what answering refuses', async () => {
    settings.save(setting);
    storage.setItem('openai_endpoint', 'https://evil.example/v1');
    const load = adapters([], { availableModels: () => Promise.reject(new Error('asked')) });
    expect(await modelsOfSaved({ settings, adapters: load })).toMatchObject({
      ok: false,
      failure: { message: expect.stringMatching(/Enter the key again/) },
    });
  });

  test('a saved connection is asked with its own key at its own origin, and refused anywhere else', async () => {
    settings.save({
      ...setting,
      type: 'grok',
      config: { ...setting.config, endpoint: 'https://api.x.ai/v1', apiKey: 'xai-own' },
    });
    settings.save(setting);
    const requested: unknown[] = [];
    const load = adapters([], {
      availableModels: async ({ config }) => {
        requested.push([config.endpoint, config.apiKey]);
        return { ok: true, models: [] };
      },
    });
    await modelsOfSaved({ settings, adapters: load }, { provider: 'grok', origin: 'https://api.x.ai' });
    expect(requested).toEqual([['https://api.x.ai/v1', 'xai-own']]);
    storage.setItem('openai_endpoint', 'https://evil.example/v1');
    const refused = await modelsOfSaved(
      { settings, adapters: load },
      { provider: setting.type, origin: 'https://evil.example' },
    );
    expect(refused).toMatchObject({ ok: false });
    expect(requested).toHaveLength(1);
  });

  test('a failure does not show the key', async () => {
    const load = adapters([], {
      availableModels: async () => ({
        ok: false,
        failure: { kind: 'key', message: `Bad ${canary}`, status: 401, retryable: false },
      }),
    });
    expect(JSON.stringify(await modelsAt({ settings, adapters: load }, setting))).not.toContain(canary);
  });

  test('nor does a model’s name', async () => {
    const load = adapters([], {
      availableModels: async () => ({
        ok: true,
        models: [{ id: `m-${canary}`, displayName: `Model ${canary}` }],
      }),
    });
    settings.save(setting);
    const typed = { ...setting, config: { ...setting.config, apiKey: 'sk-typed-just-now' } };
    const deps = { settings, adapters: load };
    for (const listing of [modelsOfSaved(deps), modelsAt(deps, setting), modelsAt(deps, typed)]) {
      expect(await listing).toEqual({
        ok: true,
        models: [{ id: 'm-•••', displayName: 'Model •••' }],
      });
    }
  });
});
