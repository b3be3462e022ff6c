import { expect, test } from 'vitest';
import type { ProviderSetting, SavedProvider } from '../../../keys/index.ts';
import type { ModelRef } from '../../../thread/index.ts';
import { openedThread } from '../../../thread/plain-message.ts';
import { folderConnection, isNewAnswerer } from './folder-connection.ts';

const saved: SavedProvider[] = [
  { provider: 'openai', origin: 'http://localhost:11434', name: 'Ollama', model: 'llama' },
  { provider: 'openai', origin: 'https://api.openai.com', name: 'OpenAI', model: 'gpt-usual' },
];

test('of several connections of a provider, the one to the folder’s server is asked, and no other [FOLDER-07]', () => {
  const here = { provider: 'openai', model: 'gpt-usual', host: 'localhost:11434' };
  expect(folderConnection(here, saved)).toEqual({
    provider: 'openai',
    origin: 'http://localhost:11434',
    model: 'gpt-usual',
  });
  expect(folderConnection({ ...here, host: 'elsewhere.test' }, saved)).toBeNull();
});

test('where a folder names no server, the connection that last used the model is asked', () => {
  expect(folderConnection({ provider: 'openai', model: 'llama' }, saved)?.origin).toBe(
    'http://localhost:11434',
  );
  expect(folderConnection({ provider: 'openai', model: 'gpt-9' }, saved)?.origin).toBe(
    'https://api.openai.com',
  );
  expect(folderConnection({ provider: 'grok', model: 'grok-4' }, saved)).toBeNull();
});

test('on a device where the folder’s model cannot be asked, one learns who answers before asking, also in a conversation that has begun', () => {
  const claude: ProviderSetting = {
    type: 'anthropic',
    config: { apiKey: 'k', endpoint: 'https://api.anthropic.com/v1/messages', model: 'claude-sonnet-5-5' },
  };
  const question = { id: 'q', at: 0, role: 'user', content: 'Hi', error: null } as const;
  const isNews = (asked: ModelRef | null) =>
    isNewAnswerer(openedThread({ messages: [{ ...question, asked }] }, 100), claude);
  expect(isNewAnswerer({ messages: [], hasMore: false }, claude)).toBe(true);
  // Not before the last messages are here: it would come and go.
  expect(isNewAnswerer({ messages: [], hasMore: true }, claude)).toBe(false);
  const ofFolder = { provider: 'openai', model: 'gpt-folder', endpoint: 'https://api.openai.com' } as const;
  expect(isNews(ofFolder)).toBe(true);
  expect(isNews({ ...ofFolder, provider: 'anthropic', endpoint: 'https://other.test' })).toBe(true);
  expect(isNews({ provider: 'anthropic', model: 'claude', endpoint: 'https://api.anthropic.com' })).toBe(
    false,
  );
});
