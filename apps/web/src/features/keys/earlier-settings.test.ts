import { describe, expect, test } from 'vitest';
import { safeStorage } from '../../lib/state/storage.ts';
import { convertEarlierSettings } from './earlier-settings.ts';
import { openSettings } from './setting.ts';
import { memoryStorage, texts } from './testing/memory-storage.ts';

const home = 'https://api.openai.com/v1';
const openai = { apiKey: 'sk-one-4711', endpoint: home, model: 'gpt-4o' };
const ollama = { apiKey: 'none', endpoint: 'http://localhost:11434/v1', model: 'llama3.2' };
const grok = { apiKey: 'xai-1', endpoint: 'https://api.x.ai/v1', model: 'grok-4.7' };

function converted(storage: Storage) {
  const safe = safeStorage(() => storage);
  convertEarlierSettings(safe);
  return openSettings(safe);
}

describe('what a browser holds from before the first release', () => {
  test('the connections it saved are in the list, each once, and the newer one wins [PLACE-05]', () => {
    const storage = memoryStorage({
      'polylogue.providers': JSON.stringify({ openai: ollama, grok }),
      'polylogue.connections': JSON.stringify([
        { type: 'openai', ...openai },
        { type: 'grok', ...grok, model: 'grok-2' },
      ]),
    });
    for (let time = 0; time < 2; time++) {
      expect(converted(storage).connections()).toEqual([
        { type: 'openai', ...openai },
        { type: 'openai', ...ollama },
        { type: 'grok', ...grok },
      ]);
      expect(storage.getItem('polylogue.providers')).toBeNull();
    }
  });

  test('in a full browser they take the place of the old entry, or that stays [PLACE-05]', () => {
    const before = { 'polylogue.providers': JSON.stringify({ grok }) };
    const room = Object.entries(before).flat().join('').length;
    const roomy = memoryStorage(before, room + 30);
    expect(converted(roomy).connections()).toEqual([{ type: 'grok', ...grok }]);
    const full = memoryStorage(before, room);
    converted(full);
    expect(texts(full)).toEqual(before);
  });

  test.each(['{', 'null', '[]', '{"openai":7}', '{"openai":{"apiKey":1}}'])(
    'what reads %s saves nothing, and loses nothing',
    (rubbish) => {
      const connections = JSON.stringify([{ type: 'grok', ...grok }]);
      const storage = memoryStorage({
        'polylogue.providers': rubbish,
        'polylogue.connections': connections,
      });
      expect(converted(storage).connections()).toEqual([{ type: 'grok', ...grok }]);
    },
  );

  const entries = (endpoint: string) => ({
    ai_provider: 'openai',
    openai_api_key: openai.apiKey,
    openai_endpoint: endpoint,
    openai_model: 'gpt-4o',
  });

  test.each([
    ['of the endpoint', home, 'api.openai.com', 'https://api.openai.com', null],
    ['and port of the endpoint', 'http://127.0.0.1:4010/v1', '127.0.0.1:4010', 'http://127.0.0.1:4010', null],
    ['of no endpoint', 'https://evil.example/v1', 'api.openai.com', 'api.openai.com', 'other-origin'],
  ])('a bare host %s as the place of a key', (_, endpoint, host, record, problem) => {
    const storage = memoryStorage({ ...entries(endpoint), 'polylogue.key_host': host });
    expect(converted(storage).stored()).toMatchObject({ state: 'set', problem });
    expect(storage.getItem('polylogue.key_host')).toBe(record);
  });

  test('a bare host still leads the key home when the endpoint was moved', () => {
    const storage = memoryStorage({
      ...entries('https://evil.example/v1'),
      'polylogue.key_host': 'api.openai.com',
      'polylogue.providers': JSON.stringify({ openai }),
    });
    expect(converted(storage).stored()).toMatchObject({
      keyOrigin: 'https://api.openai.com',
      problem: 'other-origin',
    });
    expect(storage.getItem('polylogue.key_host')).toBe('https://api.openai.com');
  });
});
