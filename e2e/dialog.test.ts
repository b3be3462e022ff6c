import { expect, test } from './journey.ts';
import { canary, endpointOf, providerNames, providers } from './provider.ts';

const defaultEndpoints = {
  openai: 'https://api.openai.com/v1/chat/completions',
  gemini: 'https://generativelanguage.googleapis.com/v1beta/models/gemini-pro:generateContent',
  anthropic: 'https://api.anthropic.com/v1/messages',
  deepseek: 'https://api.deepseek.com/v1',
  grok: 'https://api.x.ai/v1',
};

test.describe('on a first visit', () => {
  test.use({ provider: null });

  test('the dialog begins with gemini and no key, says what is wrong on saving, replaces a retired model, and masks the key [CHAT-06 CONF-02 CONF-03 CONF-04 CONF-05 CONF-06 CONF-07 CONF-12 CONF-13 CONST-03 FORM-01 FORM-02 FORM-03 FORM-05 ROUTE-02 CAT-08]', async ({
    page,
    chat,
  }) => {
    await chat.open();
    await test.step('an icon for each provider; a retired default is one line with one button; errors appear on saving and go while they are corrected; under 768 px it lies at the lower edge', async () => {
      await chat.settings.click();
      await expect(chat.choice('gemini')).toBeChecked();
      await expect(chat.field('API Key')).toHaveValue('');
      await expect(chat.field('API Endpoint')).toHaveValue(
        new RegExp(`^${defaultEndpoints.gemini.slice(0, 40)}`),
      );
      await expect(chat.field('Model Name')).toHaveValue('gemini-pro');
      await expect(chat.dialog.getByText('gemini-pro was retired by Google.')).toBeVisible();
      await expect(chat.dialog.getByRole('button', { name: /gemini-3/ })).toHaveCount(1);
      await expect(chat.dialog.getByRole('button', { name: 'Save Changes' })).toBeVisible();
      const toggle = chat.dialog.getByRole('group', { name: 'Provider', exact: true });
      await expect(toggle.getByRole('radio')).toHaveCount(5);
      for (const provider of providerNames) {
        await expect(toggle.locator('label').filter({ hasText: provider }).locator('svg, img')).toBeVisible();
      }

      await chat.field('API Endpoint').fill('not an address');
      await chat.field('Model Name').fill('');
      await expect(chat.dialog.getByRole('alert')).toHaveCount(0);
      await chat.save();
      await expect(chat.dialog).toContainText('API key is required');
      await expect(chat.dialog).toContainText('Must be a valid URL');
      await expect(chat.dialog).toContainText('Model name is required');
      await expect(chat.field('API Key')).toBeFocused();
      expect(await chat.stored()).not.toHaveProperty('ai_provider');

      await chat.field('API Key').fill('k');
      await expect(chat.dialog).not.toContainText('API key is required');
      await chat.field('API Endpoint').fill('https://example.com/v1');
      await expect(chat.dialog).not.toContainText('Must be a valid URL');
      await chat.field('Model Name').fill('m');
      await expect(chat.dialog).not.toContainText('Model name is required');
      await chat.field('Model Name').fill('');
      await expect(chat.dialog).toContainText('Model name is required');

      const place = async () => {
        const { y = 0, height = 0 } = (await chat.dialog.boundingBox()) ?? {};
        return y + height === 900 ? 'at the lower edge, for a thumb' : 'in the middle';
      };
      await page.setViewportSize({ width: 768, height: 900 });
      await expect.poll(place).toBe('in the middle');
      await page.setViewportSize({ width: 767, height: 900 });
      await expect.poll(place).toBe('at the lower edge, for a thumb');

      // By keyboard, nothing ends up below the buttons that stay in sight.
      await page.setViewportSize({ width: 390, height: 640 });
      await chat.field('API Key').focus();
      const focused = () =>
        page.evaluate(() => {
          const { activeElement } = document;
          if (!activeElement) return null;
          const { x, y, width, height } = activeElement.getBoundingClientRect();
          const isOnTop = activeElement.contains(document.elementFromPoint(x + width / 2, y + height / 2));
          return { name: activeElement.textContent, isOnTop };
        });
      do {
        await page.keyboard.press('Tab');
        expect(await focused()).toMatchObject({ isOnTop: true });
      } while ((await focused())?.name !== 'Save Changes');
    });
    await test.step('its replacement is one press away, and Save Changes saves what the field says', async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await chat.field('API Endpoint').fill(defaultEndpoints.gemini);
      await chat.field('Model Name').fill('gemini-pro');
      await chat.field('API Key').fill(canary);
      await chat.button('Use gemini-3.8-flash').click();
      await chat.save();
      await chat.expectToast('Settings saved', 'Now using Gemini Pro');
      expect(await chat.stored()).toMatchObject({ ai_provider: 'gemini', openai_model: 'gemini-3.8-flash' });
    });
    await test.step('the key is masked until its owner asks to see it', async () => {
      await chat.closeToast();
      // By now the composer could offer other models; this button still leads to the keys.
      await expect(chat.button(/^Provider and model/)).toBeVisible();
      await chat.settings.click();
      await expect(chat.field('API Key')).toHaveAttribute('type', 'password');
      // No browser fills in the password of this site, which Save would send to the provider.
      await expect(chat.field('API Key')).toHaveAttribute('autocomplete', 'one-time-code');
      await expect(chat.field('API Key')).toHaveValue(canary);
      await chat.dialog.getByRole('button', { name: 'Show API key' }).click();
      await expect(chat.field('API Key')).toHaveAttribute('type', 'text');
      // Neither a stylesheet nor a copy of the page can read it.
      expect(await chat.page.content()).not.toContain(canary);
      await chat.dialog.getByRole('button', { name: 'Hide API key' }).click();
      await expect(chat.field('API Key')).toHaveAttribute('type', 'password');
    });
  });

  test('choosing a provider fills in its endpoint and its model [CONF-08 CONF-09 CALL-15 CALL-16 CALL-17 CALL-18 CALL-19] @phone-rest @rest', async ({
    chat,
  }) => {
    await chat.open();
    await chat.settings.click();
    for (const provider of [...providerNames].reverse()) {
      await chat.choose(provider);
      await expect(chat.field('Model Name')).toHaveValue(providers[provider].defaultModel);
      await expect(chat.field('API Endpoint')).toHaveValue(new RegExp(`^${defaultEndpoints[provider]}`));
    }
  });

  test('a retired default model is marked, and its replacement is one click away [CAT-08] @rest', async ({
    chat,
  }) => {
    await chat.open();
    await chat.settings.click();
    await expect(chat.dialog).toContainText(/gemini-pro was retired/i);
    await chat.dialog.getByRole('button', { name: /use gemini-/i }).click();
    await expect(chat.field('Model Name')).not.toHaveValue('gemini-pro');
    await expect(chat.dialog).not.toContainText(/was retired/i);
  });

  test('Escape closes the dialog, keeps nothing, and the focus is on Settings again @rest', async ({
    page,
    chat,
  }) => {
    await chat.open();
    await chat.settings.click();
    await chat.field('API Key').fill(canary);
    await page.keyboard.press('Escape');
    await expect(chat.dialog).toBeHidden();
    await expect(chat.settings).toBeFocused();
    expect(await chat.stored()).not.toHaveProperty('openai_api_key');
  });
});

test('switching to another provider and back loses no key, endpoint or model [CONF-14 SET-06] @rest', async ({
  chat,
  imitation,
}) => {
  await chat.open();
  await chat.settings.click();
  await chat.configure('anthropic', {
    endpoint: endpointOf('anthropic', imitation.url),
    model: 'claude-haiku-5-5',
    apiKey: `${canary}-other`,
  });
  await expect(chat.dialog).toBeHidden();
  await chat.settings.click();
  await expect(chat.choice('anthropic')).toBeChecked();
  await chat.choose('openai');
  await expect(chat.field('API Key')).toHaveValue(canary);
  await expect(chat.field('API Endpoint')).toHaveValue(endpointOf('openai', imitation.url));
  await expect(chat.field('Model Name')).toHaveValue('gpt-4o');
  await chat.choose('anthropic');
  await expect(chat.field('API Key')).toHaveValue(`${canary}-other`);
  await expect(chat.field('Model Name')).toHaveValue('claude-haiku-5-5');
});

test("a key is asked for again when the endpoint's host changes [CONF-15] @rest", async ({ chat }) => {
  await chat.open();
  await chat.settings.click();
  await chat.field('API Endpoint').fill('https://elsewhere.example/v1/chat/completions');
  await chat.save();
  await expect(chat.dialog).toBeVisible();
  await expect(chat.field('API Key')).toHaveValue('');
  await expect(chat.dialog).toContainText('API key is required');
});

test('Test key lists the models that the key may use, and one of them is chosen @rest', async ({
  chat,
  imitation,
}) => {
  await chat.open();
  await chat.settings.click();
  await chat.dialog.getByRole('button', { name: 'Test key' }).click();
  await chat.field('Model Name').fill('luna');
  await chat.page.getByRole('option', { name: /gpt-6-luna/ }).click();
  await expect(chat.field('Model Name')).toHaveValue('gpt-6-luna');
  await chat.save();
  await expect(chat.dialog).toBeHidden();
  expect(await chat.stored()).toMatchObject({ openai_model: 'gpt-6-luna' });
  expect(
    imitation.requests().some(({ method, path }) => method === 'GET' && path.startsWith('/openai/v1/models')),
  ).toBe(true);
});

test.describe('with a wrong key', () => {
  test.use({ provider: 'anthropic', entries: { openai_api_key: `${canary}-wrong-key` } });

  test('Test key says so @rest', async ({ chat, watched }) => {
    watched.expectErrors(/Failed to load resource/);
    await chat.open();
    await chat.settings.click();
    await chat.dialog.getByRole('button', { name: 'Test key' }).click();
    await expect(chat.dialog).toContainText('Invalid anthropic API key. Please check your settings');
  });
});

test('a forgotten key is nowhere in the browser any more @rest', async ({ chat, imitation }) => {
  await chat.open();
  await chat.settings.click();
  await chat.dialog.getByRole('button', { name: 'Remove this key' }).click();
  // The key of that server, and not of the provider whose format it speaks.
  const { host } = new URL(imitation.url);
  await expect(chat.dialog.getByText(`Remove the ${host} key from this browser?`)).toBeVisible();
  await chat.dialog.getByRole('button', { name: 'Remove it' }).click();
  await expect(chat.dialog).toContainText('Key removed from this browser.');
  await expect(chat.field('API Key')).toHaveValue('');
  expect(JSON.stringify(await chat.stored())).not.toContain(canary);
});

test('none stands for a server without a key, and then no auth header is sent [FORM-06] @rest', async ({
  chat,
  imitation,
  asked,
}) => {
  await chat.open();
  await chat.settings.click();
  await chat.configure('openai', {
    endpoint: imitation.endpoint('ollama'),
    model: 'llama3.2',
    apiKey: 'none',
  });
  await expect(chat.dialog).toBeHidden();
  const reply = await chat.ask('/say No key needed.');
  await expect(reply).toContainText('No key needed.');
  expect(asked().at(-1)?.headers).not.toHaveProperty('authorization');
});
