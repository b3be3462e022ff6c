import * as adapters from '@polylogue/providers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { safeStorage } from '../../lib/state/storage.ts';
import { answerWith } from './answer.ts';
import { providerNames, providerOf } from './catalog.ts';
import { modelsOfSaved } from './listing.ts';
import { openSettings } from './setting.ts';
import { memoryStorage } from './testing/memory-storage.ts';

const canary = 'sk-canary-0123456789';

interface Sent {
  url: string;
  init: RequestInit;
}
let sent: Sent[] = [];
beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    sent.push({ url: input instanceof Request ? input.url : String(input), init });
    return new Response('{"error":{"message":"no"}}', {
      status: 500,
      headers: { 'content-type': 'application/json' },
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

test.each(providerNames)(
  '%s gets its key in a header, at its own host and nowhere else [CALL-13 CALL-25]',
  async (type) => {
    const { defaultEndpoint, defaultModel } = providerOf(type);
    const storage = memoryStorage();
    const settings = openSettings(safeStorage(() => storage));
    settings.save({ type, config: { apiKey: canary, endpoint: defaultEndpoint, model: defaultModel } });
    const deps = { settings, adapters: async () => adapters, remember() {}, async stays() {} };
    const hello = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'Hello' }] }];

    for await (const event of answerWith(deps, { messages: hello }, new AbortController().signal)) {
      expect(JSON.stringify(event)).not.toContain(canary);
    }
    await modelsOfSaved(deps);

    expect(sent.length).toBeGreaterThanOrEqual(2);
    for (const { url, init } of sent) {
      const { headers, body, ...rest } = init;
      expect(new URL(url).host).toBe(new URL(defaultEndpoint).host);
      expect(url).not.toContain(canary);
      expect(String(body ?? '')).not.toContain(canary);
      expect([...new Headers(headers).values()].filter((value) => value.includes(canary))).toHaveLength(1);
      expect(rest).toMatchObject({ credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' });
    }
  },
);

test('another saved provider gets its own key at its own host, and no other key [COST-01]', async () => {
  const storage = memoryStorage();
  const settings = openSettings(safeStorage(() => storage));
  const keyOf = (type: string) => `${canary}-${type}`;
  for (const type of providerNames) {
    const { defaultEndpoint: endpoint, defaultModel: model } = providerOf(type);
    settings.save({ type, config: { apiKey: keyOf(type), endpoint, model } });
  }
  const deps = { settings, adapters: async () => adapters, remember() {}, async stays() {} };
  const hello = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'Hello' }] }];

  for (const provider of providerNames) {
    sent = [];
    const question = { messages: hello, choice: { provider, model: 'another-model' } };
    for await (const event of answerWith(deps, question, new AbortController().signal)) {
      expect(JSON.stringify(event)).not.toContain(canary);
    }
    expect(sent.length).toBeGreaterThanOrEqual(1);
    for (const { url, init } of sent) {
      expect(new URL(url).host).toBe(new URL(providerOf(provider).defaultEndpoint).host);
      expect(`${url} ${init.body}`).not.toContain(canary);
      const keys = [...new Headers(init.headers).values()].filter((value) => value.includes(canary));
      expect(keys).toHaveLength(1);
      expect(keys[0]).toContain(keyOf(provider));
    }
  }
});
