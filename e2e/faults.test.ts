import type { Chat } from './chat.ts';
import { expect, test } from './journey.ts';
import { canary, endpointOf, providers } from './provider.ts';

const wires = ['openai', 'gemini', 'anthropic'] as const;
type WireName = (typeof wires)[number];

interface Fault {
  /** What happens, as the middle of a sentence. */
  is: string;
  /** The message that brings it about. */
  say: string;
  /** Other stored entries. */
  entries?: Record<string, string>;
  /** The shown message, per provider. */
  reads: Record<WireName, string>;
}

const all = (sentence: string) => ({ openai: sentence, gemini: sentence, anthropic: sentence });
const each = (sentence: (provider: WireName) => string) => ({
  openai: sentence('openai'),
  gemini: sentence('gemini'),
  anthropic: sentence('anthropic'),
});
const badKey = (provider: string) => `Invalid ${provider} API key. Please check your settings`;
const tooMuch = (provider: string) => `${provider} API rate limit exceeded. Please try again later`;
const noWay = (provider: string) => `Unable to connect to ${provider}. Please check your internet connection`;
/** The imitation is a server of one's own on this machine. */
const noAnswer = 'Is the server running?';

/** `npm test` tries these with one provider, `npm run test:all` with three. */
const everyRun = ['a wrong key'];

const faults: Fault[] = [
  {
    is: 'a wrong key',
    say: 'Hello',
    entries: { openai_api_key: `${canary}-wrong-key` },
    // openai refuses a wrong key in a way that a page may not read.
    reads: { openai: noAnswer, gemini: badKey('gemini'), anthropic: badKey('anthropic') },
  },
  {
    is: 'a refusal with 400',
    say: '/status 400',
    reads: all('The imitation was asked to refuse this request.'),
  },
  {
    is: 'no credit left, with 402',
    say: '/status 402',
    reads: {
      openai: tooMuch('openai'),
      gemini: 'Your prepaid credit is used up. Please add credit.',
      anthropic:
        'Your credit balance is too low to access the API. Please go to Plans & Billing to buy credits.',
    },
  },
  {
    is: 'a forbidden request, with 403',
    say: '/status 403',
    reads: {
      openai: 'Country, region, or territory not supported',
      gemini: 'Requests from this referrer are blocked.',
      anthropic: badKey('anthropic'),
    },
  },
  {
    is: 'an unknown model, with 404',
    say: '/status 404',
    reads: {
      openai: 'The model `gpt-4o` does not exist or you do not have access to it.',
      gemini:
        'models/gemini-3.8-flash is not found for API version v1beta, or is not supported for generateContent.',
      anthropic: 'model: claude-sonnet-5-5',
    },
  },
  { is: 'a rate limit, with 429', say: '/status 429', reads: each(tooMuch) },
  {
    is: 'a broken server, with 500',
    say: '/status 500',
    reads: {
      openai: 'The server had an error while processing your request.',
      gemini: 'An internal error has occurred.',
      anthropic: 'Internal server error',
    },
  },
  {
    is: 'an overloaded server, with 529',
    say: '/status 529',
    reads: {
      openai: 'That model is currently overloaded with other requests.',
      gemini: 'The model is overloaded. Please try again later.',
      anthropic: 'Overloaded',
    },
  },
  { is: 'a page of HTML instead of an answer', say: '/html-error', reads: all('502 Bad Gateway') },
  { is: 'an answer that a page may not read (CORS)', say: '/cors /say Hello', reads: all(noAnswer) },
  { is: 'a connection closed before any answer', say: '/drop', reads: all(noAnswer) },
  { is: 'a redirect with the key', say: '/redirect', reads: all(noAnswer) },
];

/** Nothing is lost, the input is open, and the question can be asked again. */
async function expectSafe(chat: Chat, question: string) {
  await expect(chat.questions.last()).toContainText(question);
  await expect(chat.dots).toBeHidden();
  await expect(chat.box).toBeEnabled();
  await expect(chat.send).toBeVisible();
  await expect(chat.button(retry)).toBeVisible();
}

/** The note under the question counts down where the provider says how long to wait. */
const retry = /^Retry/;

/** It ends in a sentence, the question stays, and can be asked again. */
async function expectRefused(chat: Chat, asked: () => unknown[], provider: WireName, { say, reads }: Fault) {
  await chat.say(say);
  const sentence = reads[provider];
  const failed =
    sentence === noAnswer ? /Nothing answers at [\w.:]+\./ : `${providers[provider].displayName} Error`;
  await chat.expectToast(failed, sentence);
  // Told once: the note beside the question offers the ways out.
  await expect(chat.questions.last().locator('[data-error=failure] > p').first()).toHaveText(
    'No reply came.',
  );
  for (const rewritten of [badKey, tooMuch, noWay])
    await expect(chat.questions.last()).not.toContainText(rewritten(provider));
  await expectSafe(chat, say);

  const before = asked().length;
  await chat.button(retry).click();
  await expect.poll(() => asked().length).toBeGreaterThan(before);
  await expectSafe(chat, say);
  await expect(chat.questions).toHaveCount(1);
}

const refusals = [/Failed to load resource/, /blocked by CORS policy/, /redirect/i];
const inEveryRun = faults.filter(({ is }) => everyRun.includes(is));
const others = faults.filter(({ is }) => !everyRun.includes(is));

for (const provider of wires) {
  for (const fault of inEveryRun) {
    test.describe(`${provider} answers with ${fault.is}${provider === 'anthropic' ? '' : ' @rest'}`, () => {
      test.use({ provider, entries: fault.entries ?? {} });

      test(`${fault.is} of ${provider} ends in a sentence, keeps the question and can be retried [ERR-01 ERR-02 ERR-03 ERR-04 ERR-07 ERR-10 ERR-17 STATE-03 FAULT-28]`, async ({
        chat,
        watched,
        asked,
      }) => {
        watched.expectErrors(...refusals);
        await chat.open();
        await expectRefused(chat, asked, provider, fault);
      });
    });
  }

  test.describe(`${provider} fails`, () => {
    test.use({ provider });

    test(`every other refusal of ${provider} ends in a sentence, keeps the question and can be retried [ERR-01 ERR-10] @rest`, async ({
      chat,
      watched,
      asked,
    }) => {
      test.slow();
      watched.expectErrors(...refusals);
      await chat.open();
      for (const [index, fault] of others.entries()) {
        if (index > 0) await chat.startNew();
        await test.step(fault.is, () => expectRefused(chat, asked, provider, fault));
      }
    });
  });

  test.describe(`${provider} fails in the middle`, () => {
    test.use({ provider });
    const text = 'Überall sind Wörter, und manche haben Umlaute: äöü, 日本語, 🙂 und noch viele mehr danach.';

    // The tests of packages/providers vary where exactly it is cut.
    test(`a stream of ${provider} that is cut keeps every character that arrived and goes on [STATE-18] @rest`, async ({
      chat,
      watched,
      asked,
    }) => {
      test.slow();
      watched.expectErrors(/Failed to load resource/);
      await chat.open();
      for (const [index, cut] of ['cut-token', 'cut-utf8', 'cut-utf8 clean', 'cut-event'].entries()) {
        if (index > 0) await chat.startNew();
        await chat.say(`/${cut} /say ${text}`);
        await expect(chat.button('Continue')).toBeVisible();
        const { text: said } = asked().at(-1)?.answer ?? { text: '' };
        expect(said.length).toBeGreaterThan(10);
        // What came last is there with the next frame.
        await expect.poll(() => chat.textOf(chat.replies.last())).toBe(said.trim());
        await expect(chat.box).toBeEnabled();
        await expect(chat.button('Retry')).toBeVisible();

        await chat.button('Continue').click();
        await expect(chat.replies).toContainText(text);
        await expect(chat.replies).toHaveCount(1);
        await expect(chat.button('Continue')).toBeHidden();
      }
    });

    test(`an answer of ${provider} without text says so and can be retried @rest`, async ({
      chat,
      asked,
    }) => {
      await chat.open();
      await chat.say('/empty');
      await expect(chat.messages.last()).toContainText('The reply came back empty.');
      await expectSafe(chat, '/empty');
      await chat.button('Retry').click();
      await expect.poll(() => asked().length).toBe(2);
    });

    test(`an error of ${provider} inside the stream keeps the text before it @rest`, async ({
      chat,
      asked,
    }) => {
      await chat.open();
      await chat.say(`/error-in-stream /say ${text}`);
      await expect(chat.replies).toContainText('This reply was cut off.');
      expect(await chat.textOf(chat.replies.last())).toBe(asked().at(-1)?.answer.text.trim());
      await expect(chat.button('Continue')).toBeVisible();
      await chat.expectToast(`${providers[provider].displayName} Error`);
    });

    test(`an error of ${provider} under HTTP 200 is an error @rest`, async ({ chat }) => {
      await chat.open();
      await chat.say('/json-error');
      await chat.expectToast(`${providers[provider].displayName} Error`);
      await expectSafe(chat, '/json-error');
    });
  });
}

test('offline says so, keeps the question, and a retry online brings the answer @rest', async ({
  chat,
  context,
  watched,
}) => {
  await chat.open();
  await expect(await chat.ask('/say First.')).toContainText('First.');
  await watched.goOffline();
  await chat.say('/say Second.');
  await chat.expectToast(/Nothing answers at/, noAnswer);
  await expectSafe(chat, '/say Second.');
  await context.setOffline(false);
  await chat.button('Retry').click();
  await expect(chat.replies.last()).toContainText('Second.');
  await expect(chat.messages).toHaveCount(4);
});

test.describe('offline, and far from any provider', () => {
  // A server on this machine answers without a network, so it is never said to be offline's fault.
  test.use({
    entries: {
      openai_api_key: 'a-key-that-goes-nowhere',
      openai_endpoint: 'https://api.openai.com/v1/chat/completions',
    },
  });

  test('the note says offline, and blames no key [ERR-17] @rest', async ({ page, chat, watched }) => {
    watched.expectHost('api.openai.com');
    await chat.open();
    // The code of toasts comes when the page is idle.
    await page.waitForLoadState('networkidle');
    await watched.goOffline();
    await chat.say('Hello');
    await chat.expectToast('GPT-4 Omega Error', noWay('openai'));
    await expect(chat.questions.last()).toContainText('This device is offline. Your message is kept');
    await expect(chat.questions.last()).not.toContainText('wrong key');
    await expect(chat.button('Change key')).toHaveCount(0);
    await expect(chat.button('Retry')).toBeVisible();
  });
});

test.describe('a model that its provider does not have', () => {
  test.use({ entries: { openai_model: 'gpt-retired' } });

  test('of another host the note offers other models, and none of the provider that it speaks like [ERR-17] @rest', async ({
    chat,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource/);
    await chat.open();
    await chat.say('Hello');
    await expect(chat.questions).toContainText('does not exist');
    await expect(chat.button('Other model')).toBeVisible();
    await expect(chat.button(/and retry$/)).toHaveCount(0);
  });

  test.describe('asked of the provider itself', () => {
    test.use({
      entries: {
        openai_model: 'gpt-retired',
        openai_api_key: 'a-key-of-its-own',
        openai_endpoint: 'https://api.openai.com/v1/chat/completions',
      },
    });

    test('is replaced by a current one, and the question asked again, with one press [ERR-17] @rest', async ({
      page,
      chat,
      watched,
    }) => {
      watched.expectErrors(/Failed to load resource/);
      watched.expectHost('api.openai.com');
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
      await page.route('https://api.openai.com/**', (route) => {
        const { model } = route.request().postDataJSON() ?? {};
        return model === 'gpt-6-luna'
          ? route.fulfill({ headers, json: { model, choices: [{ message: { content: 'At last.' } }] } })
          : route.fulfill({
              status: 404,
              headers,
              json: { error: { code: 'model_not_found', message: `The model ${model} does not exist` } },
            });
      });
      await chat.open();
      await chat.say('Hello');
      await chat.button('Use gpt-6-luna and retry').click();
      await expect(chat.replies.last()).toContainText('At last.');
      await expect(chat.questions).toHaveCount(1);
      expect(await chat.stored()).toMatchObject({ openai_model: 'gpt-6-luna' });
    });
  });
});

test('after sixty silent seconds the chat says that it takes long, and Stop stays [LIST-04] @rest', async ({
  page,
  chat,
  asked,
}) => {
  await page.clock.install();
  await chat.open();
  await chat.say('/stall');
  await expect(chat.dots).toBeVisible();
  await page.clock.runFor(58_000);
  await expect(chat.list).not.toContainText('Still waiting');
  await page.clock.runFor(3_000);
  await expect(chat.list).toContainText('Still waiting…');
  await expect(chat.stop).toBeVisible();
  // The page’s clock ran ahead of the network’s.
  await expect.poll(() => asked().at(-1)?.answer.ended).toBe('open');
  await chat.stop.click();
  await expect(chat.list).not.toContainText('Still waiting');
  await expect.poll(() => asked().at(-1)?.answer.ended).toBe('left');
  await expectSafe(chat, '/stall');
});

test('silence in the middle of an answer is reported too, until the next word @rest', async ({
  page,
  chat,
  imitation,
}) => {
  await page.clock.install();
  await chat.open();
  imitation.hold();
  await chat.say('/say A slow answer.');
  imitation.release(2);
  await expect(chat.replies).toHaveCount(1);
  await page.clock.runFor(61_000);
  await expect(chat.list).toContainText('Still waiting…');
  imitation.release();
  await expect(chat.replies).toContainText('A slow answer.');
  await expect(chat.list).not.toContainText('Still waiting');
});

test('a reply of more than 5 MB stops being shown and can be downloaded whole @rest', async ({
  page,
  chat,
  asked,
}) => {
  test.slow();
  await chat.open();
  await chat.say('/huge 6');
  await expect(chat.replies).toContainText('This reply is longer than 5 MB.', { timeout: 45_000 });
  await expect(chat.send).toBeVisible({ timeout: 45_000 });
  // Everything shown of it is there within seconds, on a busy machine within a minute or two.
  const shown = () => chat.replies.evaluate((reply) => reply.textContent.length);
  await expect.poll(shown, { timeout: 90_000 }).toBeGreaterThan(4_000_000);
  const downloading = page.waitForEvent('download');
  await chat.button('Download the whole reply').click();
  const file = await (await downloading).createReadStream();
  let size = 0;
  for await (const piece of file) size += piece.toString().length;
  expect(size).toBe(asked().at(-1)?.answer.text.length);
  expect(size).toBe(6_000_000);
});

test.describe('details', () => {
  test.use({ provider: 'deepseek', entries: { openai_api_key: `${canary}-wrong-key` } });

  test("the provider's own words stand under Details, without the key [ERR-15] @rest", async ({
    chat,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource/);
    await chat.open();
    await chat.say('Hello');
    await chat.expectToast('DeepSeek Chat Error', badKey('deepseek'));
    await chat.questions.getByText('Details').click();
    await expect(chat.questions.locator('pre')).toContainText('Authentication Fails');
    await expect(chat.questions.locator('pre')).not.toContainText(canary);
  });
});

test('a failure quotes the provider under a sentence that would mislead; the settings can be corrected and the same question retried [ERR-03 ERR-16] @rest', async ({
  page,
  chat,
  watched,
  imitation,
}) => {
  watched.expectErrors(/Failed to load resource/);
  await chat.open();
  // Its account has no credit left.
  await page.evaluate((key) => localStorage.setItem('openai_api_key', key), `${canary}-broke`);
  await chat.say('/say At last.');
  await chat.expectToast('GPT-4 Omega Error', tooMuch('openai'));
  await expect(chat.toasts).toContainText(
    '“You exceeded your current quota, please check your plan and billing details.',
  );
  await expect(chat.questions.getByText('no credit left')).toBeHidden();
  await chat.questions.getByText('Details', { exact: true }).click();
  await expect(chat.questions.getByText('no credit left')).toBeVisible();

  await chat.settings.click();
  await chat.configure('openai', {
    endpoint: imitation.endpoint('openai'),
    model: 'gpt-retired',
    apiKey: canary,
  });
  await chat.button('Retry').click();
  await expect(chat.questions).toContainText('does not exist');
  await chat.settings.click();
  await chat.field('Model Name').fill('gpt-6-luna');
  await chat.save();
  await chat.button('Retry').click();
  await expect(chat.replies).toContainText('At last.');
  await expect(chat.questions).not.toContainText('does not exist');
});

test.describe('a note with a way out', () => {
  test.use({ provider: 'anthropic' });

  test('a rate limit counts down until the question can be asked again [ERR-17] @rest', async ({
    page,
    chat,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource/);
    await page.clock.install();
    await chat.open();
    await chat.say('/status 429 retry=75');
    await expect(chat.button(/^Retry in 1:1\d min$/)).toBeVisible();
    await page.clock.runFor(30_000);
    await expect(chat.button(/^Retry in 4\d s$/)).toBeVisible();
    await page.clock.runFor(60_000);
    await expect(chat.button('Retry')).toBeVisible();
  });
});

for (const [provider, button, field] of [
  ['anthropic', 'Change key', 'API Key'],
  // openai refuses a key in a way that a page cannot read: at another host nothing seems to answer.
  ['openai', 'Change address', 'API Endpoint'],
] as const) {
  test.describe(`${provider} refuses`, () => {
    test.use({ provider });

    test(`${button} leads to where it is changed, whatever is in use by then, Other model to the models [ERR-17] @rest`, async ({
      chat,
      imitation,
      watched,
    }) => {
      watched.expectErrors(/Failed to load resource|blocked by CORS policy/);
      await chat.open();
      await chat.say('/status 401');
      await chat.button(button).click();
      await expect(chat.field(field)).toBeVisible();
      await chat.page.keyboard.press('Escape');
      await chat.button('Other model').click();
      await expect(chat.page.getByRole('option').first()).toBeVisible();
      await chat.page.keyboard.press('Escape');
      await chat.settings.click();
      const endpoint = endpointOf('grok', imitation.url);
      await chat.configure('grok', { endpoint, model: 'grok-4.7', apiKey: 'xai-0123456789' });
      await expect(chat.dialog).toBeHidden();
      await chat.button(button).click();
      await expect(chat.field('API Endpoint')).toHaveValue(endpointOf(provider, imitation.url));
    });
  });
}

test.describe('an unsupported provider in the storage', () => {
  test.use({ entries: { ai_provider: 'skynet' } });

  test('an unsupported provider says so [ERR-09] @rest', async ({ chat, asked }) => {
    await chat.open();
    await chat.say('Hello');
    await expect(chat.toasts).toContainText('Unsupported provider');
    await expect(chat.box).toBeEnabled();
    expect(asked()).toEqual([]);
  });
});
