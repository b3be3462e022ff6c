import { expect, test } from './journey.ts';
import { canary, endpointOf, providerNames, providers } from './provider.ts';

test.use({ provider: null });

test('without a provider nothing is sent, and a toast says where to begin [SEND-02 SET-05] @phone-rest @rest', async ({
  chat,
  asked,
}) => {
  await chat.open();
  await chat.say('Hello');
  await chat.expectToast(
    'No AI Provider Selected',
    'Please select an AI provider in settings and configure your API key',
  );
  await expect(chat.box).toHaveValue('Hello');
  await expect(chat.questions).toHaveCount(0);
  expect(asked()).toEqual([]);
});

/** The others run in `npm run test:all`. */
const inEveryRun: string[] = ['openai'];

for (const provider of providerNames) {
  const { displayName, liveModel, liveName } = providers[provider];
  test(`a person configures ${provider} and reads a streamed answer [CHAT-06 CONF-01 CONF-10 CONF-11 SET-01 SET-02 SET-03 SET-04 STATE-09 STATE-10 CALL-01 CALL-13 FORM-04] @phone-rest${inEveryRun.includes(provider) ? '' : ' @rest'}`, async ({
    page,
    chat,
    imitation,
    asked,
  }) => {
    const endpoint = endpointOf(provider, imitation.url);
    await chat.open();
    await chat.settings.click();
    await expect(chat.dialog.getByRole('heading', { name: 'API Configuration' })).toBeVisible();
    await chat.configure(provider, { endpoint, model: liveModel, apiKey: canary });

    await expect(chat.dialog).toBeHidden();
    await chat.expectToast('Settings saved', `Now using ${displayName}`);
    await expect(chat.badge).toContainText(liveName);
    expect(await chat.stored()).toMatchObject({
      ai_provider: provider,
      openai_api_key: canary,
      openai_endpoint: endpoint,
      openai_model: liveModel,
    });

    imitation.hold();
    await chat.say('/say One, two, three.');
    await expect(chat.dots).toBeVisible();
    imitation.release(3);
    await expect(chat.replies).toContainText('One');
    await expect(chat.replies).not.toContainText('three');
    imitation.release();
    await expect(chat.replies).toContainText('One, two, three.');
    await expect(chat.send).toBeVisible();

    const [request] = asked();
    expect(asked()).toHaveLength(1);
    expect(request?.host).toBe(provider);
    const { authorization, 'x-api-key': apiKey, 'x-goog-api-key': googleKey } = request?.headers ?? {};
    expect([authorization, apiKey, googleKey].filter(Boolean)).toHaveLength(1);
    expect(`${authorization}${apiKey}${googleKey}`).toContain(canary);
    await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}$/);
  });
}
