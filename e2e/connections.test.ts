import { expectClean } from './axe.ts';
import { expect, isLongRun, test } from './journey.ts';
import { answerAt } from './own-servers.ts';
import { canary, endpointOf } from './provider.ts';

const ollama = 'http://localhost:11434';

test.describe('without a provider', () => {
  test.use({ provider: null });

  test('Ollama answers after a choice and a press: no key, no address, no name of a model [PLACE-01 PLACE-02 PLACE-08] @phone-rest', async ({
    chat,
    page,
    imitation,
    watched,
    asked,
  }) => {
    await answerAt(page, watched, ollama, imitation, 'ollama');
    await chat.open();
    await chat.button('Choose a provider').click();
    await chat.dialog.getByRole('radio', { name: 'Ollama' }).press('Space');
    const fields = chat.dialog.locator('form input');
    await expect(fields.first()).toHaveAttribute('name', 'endpoint');
    await expect(fields.last()).toHaveAttribute('name', 'apiKey');
    await expect(chat.field('API Key')).toHaveValue('none');
    await expect(chat.field('API Endpoint')).toHaveValue(`${ollama}/v1/chat/completions`);
    await expect(chat.field('Model Name')).toHaveValue('llama3.2:latest');
    await expect(chat.dialog).toContainText('2 models to choose from');
    if (isLongRun) await expectClean(page);
    await chat.save();
    await expect(chat.dialog).toBeHidden();
    await expect(await chat.ask('/say From this machine.')).toContainText('From this machine.');
    expect(asked().at(-1)?.headers.authorization).toBeUndefined();
    expect(await chat.stored()).toMatchObject({
      ai_provider: 'openai',
      openai_api_key: 'none',
      openai_model: 'llama3.2:latest',
    });
  });

  test('what an address was corrected to stays in sight when the model is typed next, and the models are behind a button [PLACE-03 PLACE-06] @phone-rest @rest', async ({
    chat,
    page,
  }) => {
    await chat.open();
    await chat.settings.click();
    await chat.choose('openai');
    await chat.field('API Endpoint').fill('localhost:9/v1/models');
    await chat.field('Model Name').click();
    await expect(chat.dialog.getByText('was corrected to http://localhost:9/v1.')).toBeInViewport({
      ratio: 1,
    });
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await chat.dialog.getByRole('button', { name: 'Show suggestions' }).click();
    await expect(page.getByRole('option', { name: /^gpt-/ }).first()).toBeVisible();
  });

  test('a bare address of another server is saved as the one that answers [PLACE-01 PLACE-03] @rest', async ({
    chat,
    page,
    imitation,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource/, /blocked by CORS policy/);
    await answerAt(page, watched, 'http://localhost:8080', imitation, 'vllm');
    await chat.open();
    await chat.settings.click();
    await chat.dialog.getByRole('radio', { name: 'Another server' }).press('Space');
    await chat.field('API Endpoint').fill('localhost:8080/v1/models');
    // The server has models of its own, not openai's: no list of them covers the note.
    await chat.field('Model Name').click();
    await expect(chat.dialog.getByRole('button', { name: 'Show suggestions' })).toHaveCount(0);
    await expect(chat.field('API Endpoint')).toHaveValue('http://localhost:8080/v1');
    await expect(chat.dialog).toContainText(
      'localhost:8080/v1/models was corrected to http://localhost:8080/v1.',
    );
    await expect(chat.dialog.getByRole('button', { name: 'Test connection' })).toBeVisible();
    await chat.field('API Endpoint').fill('http://localhost:8080');
    await expect(chat.field('API Key')).toHaveValue('none');
    await chat.field('Model Name').fill('qwen3:8b');
    await chat.save();
    await chat.expectToast('Settings saved', 'localhost:8080 answers');
    await expect(chat.dialog).toBeHidden();
    expect((await chat.stored()).openai_endpoint).toBe('http://localhost:8080/v1');
    await expect(await chat.ask('/say Found.')).toContainText('Found.');
  });

  test('a server that answers late changes nothing that is typed meanwhile, and what is being saved is called off [PLACE-03 PLACE-07] @rest', async ({
    chat,
    page,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource/);
    watched.expectHost('localhost:8080');
    let held = Promise.withResolvers<void>();
    await page.route('http://localhost:8080/**', async (route) => {
      await held.promise;
      const headers = { 'access-control-allow-origin': '*' };
      if (!route.request().url().endsWith('/v1/models')) return route.fulfill({ status: 404, headers });
      await route.fulfill({ headers, json: { data: [{ id: 'qwen3:8b' }] } });
    });
    const endpoint = chat.field('API Endpoint');
    const save = chat.dialog.getByRole('button', { name: 'Save Changes' });
    await chat.open();
    await chat.settings.click();
    await chat.dialog.getByRole('radio', { name: 'Another server' }).press('Space');
    await endpoint.fill('http://localhost:8080');
    await chat.field('Model Name').fill('qwen3:8b');
    await chat.dialog.getByRole('button', { name: 'Test connection' }).click();
    await expect(chat.dialog.getByRole('button', { name: 'Cancel the test' })).toBeVisible();
    await endpoint.fill('http://localhost:9090');
    held.resolve();
    await expect(chat.dialog.getByRole('button', { name: 'Test connection' })).toBeVisible();
    await expect(endpoint).toHaveValue('http://localhost:9090');

    held = Promise.withResolvers();
    await endpoint.fill('http://localhost:8080');
    await save.click();
    await expect(save).toHaveAttribute('aria-busy', 'true');
    await chat.field('Model Name').fill('qwen3:14b');
    held.resolve();
    await expect(save).not.toHaveAttribute('aria-busy', 'true');
    await expect(chat.field('Model Name')).toHaveValue('qwen3:14b');

    held = Promise.withResolvers();
    await save.click();
    await expect(save).toHaveAttribute('aria-busy', 'true');
    await page.keyboard.press('Escape');
    await expect(chat.dialog).toBeHidden();
    held.resolve();
    await chat.settings.click();
    await expect(chat.dialog).toContainText('What you typed here is not saved yet.');
    expect((await chat.stored()).openai_endpoint).toBeUndefined();

    // A test that ends meanwhile changes nothing that is being saved.
    held = Promise.withResolvers();
    await chat.dialog.getByRole('button', { name: 'Test connection' }).click();
    await save.click();
    await expect(save).toHaveAttribute('aria-busy', 'true');
    held.resolve();
    await expect(chat.dialog).toBeHidden();
    expect(await chat.stored()).toMatchObject({
      openai_endpoint: 'http://localhost:8080/v1',
      openai_model: 'qwen3:14b',
    });
  });

  test('a server of one’s own needs no key at an encrypted address either [PLACE-01 FORM-06] @rest', async ({
    chat,
    page,
  }) => {
    await chat.open();
    await chat.settings.click();
    await chat.dialog.getByRole('radio', { name: 'Another server' }).press('Space');
    const endpoint = chat.field('API Endpoint');
    // Letter by letter, an address on the way to this one looks like one of this network.
    await endpoint.pressSequentially('https://ollama.example.org');
    await expect(chat.field('API Key')).toHaveValue('');
    await expect(chat.dialog).toContainText('Type none for a server without a key.');
    await endpoint.fill('http://192.168.1.5:11434');
    await expect(chat.field('API Key')).toHaveValue('none');
    await page.keyboard.press('Tab');
    await endpoint.fill('https://ollama.example.org');
    await expect(chat.field('API Key')).toHaveValue('none');
  });

  test('saving sends no key to a new address where others could read it on the way [PLACE-07] @rest', async ({
    chat,
    page,
    watched,
  }) => {
    watched.expectHost('192.168.1.7:8000');
    const asked: string[] = [];
    await page.route('http://192.168.1.7:8000/**', async (route) => {
      asked.push(route.request().url());
      await route.abort();
    });
    await chat.open();
    await chat.settings.click();
    await chat.dialog.getByRole('radio', { name: 'Another server' }).press('Space');
    await chat.field('API Endpoint').fill('http://192.168.1.7:8000');
    await chat.field('API Key').fill('a-key-of-ones-own');
    await chat.field('Model Name').fill('qwen3:8b');
    await chat.save();
    await expect(chat.dialog).toBeHidden();
    expect((await chat.stored()).openai_endpoint).toBe('http://192.168.1.7:8000');
    expect(asked).toEqual([]);
  });
});

test.describe('with the entries of an earlier version', () => {
  test.use({
    entries: {
      'polylogue.providers': JSON.stringify({
        openai: { apiKey: 'none', endpoint: `${ollama}/v1/chat/completions`, model: 'llama3.2' },
        grok: { apiKey: 'xai-saved-1234567890', endpoint: 'https://api.x.ai/v1', model: 'grok-4.7' },
      }),
    },
  });

  test('every connection is in the list, opens in the form, and can be removed [PLACE-04 PLACE-05] @phone-rest @rest', async ({
    chat,
    page,
    imitation,
  }) => {
    await chat.open();
    await chat.settings.click();
    const list = chat.dialog.getByRole('region', { name: 'Saved connections' });
    await expect(list.getByRole('listitem')).toHaveCount(3);
    await expectClean(page);

    await list.getByRole('button', { name: /^Ollama/ }).press('Enter');
    await expect(chat.field('Model Name')).toHaveValue('llama3.2');
    await expect(chat.dialog.getByRole('radio', { name: 'Ollama' })).toBeChecked();

    await list.getByRole('button', { name: 'Remove xAI' }).press('Enter');
    await chat.dialog.getByRole('button', { name: 'Remove it' }).press('Enter');
    await expect(list.getByRole('listitem')).toHaveCount(2);
    expect(JSON.stringify(await chat.stored())).not.toContain('xai-saved');

    // The one in use is still the one in use.
    expect(await chat.stored()).toMatchObject({
      openai_api_key: canary,
      openai_endpoint: endpointOf('openai', imitation.url),
    });
  });
});
