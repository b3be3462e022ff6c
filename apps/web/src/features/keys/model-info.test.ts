import { modelInfo } from '@polylogue/providers/known-models';
import { describe, expect, test } from 'vitest';
import { safeStorage } from '../../lib/state/storage.ts';
import { factsAfterReply, factsOf, readModelInfo, writeModelInfo } from './model-info.ts';
import { forbiddenStorage, memoryStorage, texts } from './testing/memory-storage.ts';

const known = { modelInfo };
const setting = (model: string) =>
  ({ type: 'openai', config: { apiKey: 'sk-1', endpoint: 'https://api.openai.com/v1', model } }) as const;

describe('the four entries', () => {
  const facts = { name: 'GPT-4o', version: 'gpt-4o', contextWindow: 128000, maxOutputTokens: 16384 };

  test('hold name, version, context window and output limit [MODEL-01 MODEL-02 MODEL-03 MODEL-04]', () => {
    const storage = memoryStorage();
    writeModelInfo(
      safeStorage(() => storage),
      facts,
    );
    expect(texts(storage)).toEqual({
      model_name: 'GPT-4o',
      model_version: 'gpt-4o',
      context_window: '128000',
      max_output_tokens: '16384',
    });
    expect(readModelInfo(safeStorage(() => storage))).toEqual(facts);
  });

  test('are read, no matter who wrote them [MODEL-05]', () => {
    const storage = memoryStorage({ model_name: 'Mine', model_version: 'v7', context_window: '4096' });
    expect(readModelInfo(safeStorage(() => storage))).toEqual({
      name: 'Mine',
      version: 'v7',
      contextWindow: 4096,
      maxOutputTokens: null,
    });
  });

  test.each(['', 'lots', '-1', '1.5', 'NaN', '1e400', '{}'])(
    'a window of “%s” tokens counts as unknown',
    (count) => {
      const storage = memoryStorage({ model_name: 'Mine', context_window: count, max_output_tokens: count });
      expect(readModelInfo(safeStorage(() => storage))).toMatchObject({
        contextWindow: null,
        maxOutputTokens: null,
      });
    },
  );

  test('an unknown limit does not leave the old one behind', () => {
    const storage = memoryStorage();
    const safe = safeStorage(() => storage);
    writeModelInfo(safe, facts);
    writeModelInfo(safe, { name: 'llama', version: 'llama', contextWindow: null, maxOutputTokens: null });
    expect(texts(storage)).toEqual({ model_name: 'llama', model_version: 'llama' });
  });

  test('without storage they last as long as this tab', () => {
    const safe = safeStorage(forbiddenStorage);
    expect(readModelInfo(safe)).toBeNull();
    writeModelInfo(safe, facts);
    expect(readModelInfo(safe)).toEqual(facts);
  });
});

describe('what is known about a model', () => {
  test.each([
    ['openai', 'gpt-4o', 128000],
    ['gemini', 'gemini-pro', 32000],
    ['anthropic', 'claude-3-5-sonnet-20241022', 200000],
    ['deepseek', 'deepseek-chat', 32000],
    ['grok', 'grok-2-1212', 8000],
  ] as const)(
    '%s’s default %s has the catalogue’s window when our table has none [CONST-05]',
    (provider, model, window) => {
      expect(factsOf({ modelInfo: () => null }, provider, model).contextWindow).toBe(window);
    },
  );

  test('the provider’s own list takes precedence', () => {
    const listed = { id: 'gpt-4o', contextWindow: 1, maxOutputTokens: 2 };
    expect(factsOf(known, 'openai', 'gpt-4o', listed)).toMatchObject({
      contextWindow: 1,
      maxOutputTokens: 2,
    });
  });

  test('for an unknown model, only its name', () => {
    expect(factsOf(known, 'openai', 'llama3.3:70b')).toEqual({
      name: 'llama3.3:70b',
      version: 'llama3.3:70b',
      contextWindow: null,
      maxOutputTokens: null,
    });
  });
});

describe('when a reply names its model', () => {
  test('a known one brings its own facts', () => {
    const facts = factsAfterReply(known, setting('gpt-4o'), 'gpt-6-luna', null);
    expect(facts).toMatchObject({ version: 'gpt-6-luna', contextWindow: 1_050_000 });
  });

  test('a dated name of the requested model keeps what is known about it', () => {
    const stored = { name: 'qwen', version: 'qwen', contextWindow: 32768, maxOutputTokens: null };
    expect(factsAfterReply(known, setting('qwen'), 'qwen-20260801-q4', stored)).toEqual({
      ...stored,
      version: 'qwen-20260801-q4',
    });
  });

  test('the same one again changes nothing', () => {
    const stored = { name: 'Mine', version: 'gpt-4o', contextWindow: 5, maxOutputTokens: 5 };
    expect(factsAfterReply(known, setting('gpt-4o'), 'gpt-4o', stored)).toBeNull();
  });

  test('no name at all changes nothing', () => {
    expect(factsAfterReply(known, setting('gpt-4o'), ' ', null)).toBeNull();
  });
});
