import { expectDashboard, server } from './account.ts';
import { AuthForm } from './auth-form.ts';
import { Chat } from './chat.ts';
import { expect, test } from './journey.ts';
import { canary, endpointOf, settingEntries } from './provider.ts';
import { storedDraft } from './stored.ts';

test('a setting saved in another tab is used immediately [STATE-08 STATE-10] @rest', async ({
  context,
  page,
  chat,
  imitation,
  asked,
}) => {
  await chat.open();
  await expect(chat.badge).toHaveText('GPT-4o');
  const other = await context.newPage();
  await other.goto('/chat');
  await other.evaluate(
    (entries) => {
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
    },
    { ...settingEntries('gemini', imitation.url), 'polylogue.key_host': new URL(imitation.url).origin },
  );
  await page.bringToFront();
  await expect(chat.badge).toHaveText('Gemini 3.8 Flash');
  await chat.ask('/say Hello.');
  expect(asked()[0]?.host).toBe('gemini');
});

test('a setting that another tab clears no longer applies [SET-05] @rest', async ({ context, chat }) => {
  await chat.open();
  const other = await context.newPage();
  await other.goto('/chat');
  await other.evaluate(() => localStorage.clear());
  await expect(chat.badge).toHaveText('No provider');
  await chat.say('Hello');
  await chat.expectToast('No AI Provider Selected');
});

test('a draft is still there after its tab was closed, whatever was sent in another meanwhile @rest', async ({
  context,
  page,
  chat,
}) => {
  const stored = () => storedDraft(page);
  await chat.open();
  await chat.box.fill('Half a thought');
  await expect.poll(stored).toBe('Half a thought');
  const other = new Chat(await context.newPage());
  await other.open();
  await other.ask('/say Hello.');
  await expect.poll(stored).toBe('Half a thought');
  await page.close();
  const next = new Chat(await context.newPage());
  await next.open();
  await expect(next.box).toHaveValue('Half a thought');
});

test('a question asked in one tab is no longer in the box of another that only showed it @rest', async ({
  context,
  page,
  chat,
}) => {
  await chat.open();
  await chat.box.fill('/say Hello.');
  await expect.poll(() => storedDraft(page)).toBe('/say Hello.');
  const other = new Chat(await context.newPage());
  await other.open();
  await expect(other.box).toHaveValue('/say Hello.');
  await chat.box.press('Enter');
  await expect(other.box).toHaveValue('');
});

test.describe('rubbish in local storage', () => {
  test.use({
    provider: null,
    entries: {
      ai_provider: '{"oh":"no"}',
      openai_api_key: '\u0000',
      openai_endpoint: 'not an address',
      openai_model: '',
      'polylogue.providers': '[[[',
      'polylogue.connections': '[[[',
      'polylogue.draft': '',
      context_window: 'many',
    },
  });

  test('the chat opens all the same, and a saved setting puts things right @rest', async ({
    chat,
    imitation,
  }) => {
    await chat.open();
    await chat.settings.click();
    await chat.configure('openai', {
      endpoint: endpointOf('openai', imitation.url),
      model: 'gpt-4o',
      apiKey: canary,
    });
    await expect(chat.dialog).toBeHidden();
    await expect(await chat.ask('/say All is well.')).toContainText('All is well.');
  });
});

for (const [is, breakStorage] of [
  [
    'is full',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      };
    },
  ],
  [
    'is absent',
    () => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    },
  ],
] as const) {
  test.describe(`while storage ${is}`, () => {
    test.use({ provider: null });

    test(`the chat works when local storage ${is}, and says what it could not store @rest`, async ({
      page,
      chat,
      imitation,
    }) => {
      await page.addInitScript(breakStorage);
      await chat.open();
      await chat.settings.click();
      await chat.configure('openai', {
        endpoint: endpointOf('openai', imitation.url),
        model: 'gpt-4o',
        apiKey: canary,
      });
      await expect(chat.dialog).toBeHidden();
      await expect(chat.toasts).toContainText(/keep|kept|this tab|store/i);
      await expect(await chat.ask('/say It works.')).toContainText('It works.');
    });
  });
}

test.describe('in a browser that refuses this site all it could store', () => {
  test.use({ provider: null });

  test('a guest asks and is answered, and a member signs in and finds their conversations @rest', async ({
    page,
    chat,
    imitation,
    baseURL,
  }) => {
    // As Firefox does with cookies off; Chromium refuses all of it but channels.
    await page.addInitScript(() => {
      const refusal = () => new DOMException('The operation is insecure.', 'SecurityError');
      const refuse = () => {
        throw refusal();
      };
      const reject = () => Promise.reject(refusal());
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { get: refuse });
      IDBFactory.prototype.open = IDBFactory.prototype.deleteDatabase = refuse;
      IDBFactory.prototype.databases = reject;
      LockManager.prototype.request = LockManager.prototype.query = reject;
      window.BroadcastChannel = class {
        constructor() {
          refuse();
        }
      } as unknown as typeof BroadcastChannel;
    });
    await chat.open();
    await chat.settings.click();
    await chat.configure('openai', {
      endpoint: endpointOf('openai', imitation.url),
      model: 'gpt-4o',
      apiKey: canary,
    });
    await expect(chat.list).toContainText('Nothing of this conversation is stored.');
    await expect(await chat.ask('/say It works.')).toContainText('It works.');
    await expect(page.getByText('This browser cannot store any more: copy or download')).toBeVisible();
    const asking = page.waitForEvent('dialog');
    const reloading = page.reload();
    const dialog = await asking;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
    await reloading;

    const api = server(baseURL ?? '');
    const ada = await api.signUp();
    const fields: { title: [string, number] } = { title: ['From another device', Date.now()] };
    await api.as(ada, 'POST /api/v1/changes', {
      body: { conversations: [{ conversation_id: crypto.randomUUID(), created_at: Date.now(), fields }] },
    });
    await page.goto('/signin');
    await new AuthForm(page, 'Sign In').send({ 'Username or email': ada.username, Password: ada.password });
    await expectDashboard(page);
    await page.getByRole('link', { name: 'Conversations', exact: true }).click();
    await expect(page.getByRole('main').getByRole('link', { name: 'From another device' })).toBeVisible();
    await expect(page.getByText('Fetching your conversations…')).toHaveCount(0);
  });
});

test('one toast is seen at a time [STATE-17 CONST-15] @rest', async ({ page, chat }) => {
  await chat.open();
  await chat.ask('/say Hello.');
  await chat.startNew();
  await chat.expectToast('New conversation started');
  const most = page.evaluate(async () => {
    let most = 0;
    const until = performance.now() + 1_500;
    while (performance.now() < until) {
      await new Promise(requestAnimationFrame);
      const toasts = [...document.querySelectorAll('[aria-label=Notifications] [class*=_toast_]')];
      const seen = toasts.filter((toast) => {
        const { opacity, visibility } = getComputedStyle(toast);
        return Number(opacity) > 0 && visibility === 'visible';
      });
      most = Math.max(most, seen.length);
    }
    return most;
  });
  await page.evaluate(() => localStorage.clear());
  await chat.say('one');
  await chat.expectToast('No AI Provider Selected');
  expect(await most).toBe(1);
});
