import { expect, test } from 'vitest';
import type { ProviderSetting } from '../../keys/index.ts';
import { type FileCatalogue, misfit, tooLargeForAll, tooLong } from './fitness.ts';

const setting: ProviderSetting = {
  type: 'grok',
  config: { apiKey: 'x', endpoint: 'https://x.test', model: 'grok-4.7' },
};
const maxFileBytes = { openai: 50e6, gemini: 20e6, anthropic: 32e6, deepseek: 64e6, grok: 20e6 };
const catalogue: FileCatalogue = {
  maxFileBytes,
  canTake: (provider, _, type) => type === 'image/png' || provider === 'anthropic',
  pictureLimits: () => ({ longest: 100, bytes: 100, types: [] }),
  modelName: (provider) => (provider === 'grok' ? 'Grok 4.7' : 'Claude Sonnet 5.5'),
  modelInfo: () => ({ contextWindow: 1_000 }),
};
const file = (name: string, mediaType: string, size = 1_000) => ({ name, mediaType, size });

test('a file the model cannot read is named, with what to do', () => {
  expect(misfit([file('cat.mp4', 'video/mp4')], setting, catalogue)).toBe(
    'Grok 4.7 cannot read cat.mp4. Choose a model in Settings that reads videos.',
  );
  expect(misfit([file('a.pdf', 'application/pdf')], setting, catalogue)).toContain('reads PDF files.');
});

test('a file over the limit is refused before it is sent', () => {
  expect(misfit([file('big.png', 'image/png', 16_000_000)], setting, catalogue)).toBe(
    'big.png is too large: x.test accepts files of up to 14 MB. Choose a smaller one.',
  );
  expect(misfit([file('ok.png', 'image/png', 14_000_000)], setting, catalogue)).toBeNull();
});

test('files that fit alone may be too many together', () => {
  const half = file('half.png', 'image/png', 9_000_000);
  expect(misfit([half, half], setting, catalogue)).toContain('too large in total');
});

test('a saved provider that can read the file is named [ATT-06]', () => {
  const saved = [{ provider: 'anthropic', model: 'claude-sonnet-5-5' }] as const;
  expect(misfit([file('a.pdf', 'application/pdf')], setting, catalogue, saved)).toBe(
    'Grok 4.7 cannot read a.pdf. Claude Sonnet 5.5, which you have saved, reads PDF files: choose it in Settings.',
  );
});

test('files already in the conversation count [ATT-07]', () => {
  const half = file('half.png', 'image/png', 9_000_000);
  expect(misfit([half], setting, catalogue, [], 7_000_000)).toBeNull();
  expect(misfit([half], setting, catalogue, [], 9_000_000)).toContain(
    'files in this conversation are too large',
  );
});

test('while no model is chosen, only what no model would take is refused', () => {
  expect(tooLargeForAll(file('a.pdf', 'application/pdf', 40_000_000), catalogue)).toBeNull();
  expect(tooLargeForAll(file('a.pdf', 'application/pdf', 200_000_000), catalogue)).toBe(
    'a.pdf is too large: files may be up to 45 MB. Choose a smaller one.',
  );
});

test('a text too long for the model to read at once is refused, with its length [ATT-06]', () => {
  expect(tooLong('war.txt', 5_000, setting, catalogue)).toBeNull();
  expect(tooLong('war.txt', 50_000, setting, catalogue)).toBe(
    'war.txt is too long for Grok 4.7: it has at least 10,000 tokens, and the model can read 1,000. Send only part of it.',
  );
});
