import { expect, test } from 'vitest';
import type { ProviderSetting } from '../keys/index.ts';
import { misfit } from './fitness.ts';

const setting: ProviderSetting = {
  type: 'grok',
  config: { apiKey: 'x', endpoint: 'https://x.test', model: 'grok-4.7' },
};
const maxFileBytes = { openai: 50e6, gemini: 20e6, anthropic: 32e6, deepseek: 64e6, grok: 20e6 };
const lore = { maxFileBytes, canTake: (_: string, __: string, type: string) => type === 'image/png' };
const file = (name: string, mediaType: string, size = 1_000) => ({ name, mediaType, size });

test('a file the model cannot read is named, and so is what to do', () => {
  expect(misfit([file('cat.mp4', 'video/mp4')], setting, lore)).toBe(
    'grok-4.7 cannot read cat.mp4. Choose a model in Settings that reads videos.',
  );
  expect(misfit([file('a.pdf', 'application/pdf')], setting, lore)).toContain('reads PDF files.');
});

test('a file over the limit is refused before it is sent', () => {
  expect(misfit([file('big.png', 'image/png', 16_000_000)], setting, lore)).toBe(
    'big.png is too large: Grok 2 takes files of up to 15 MB. Choose a smaller one.',
  );
  expect(misfit([file('ok.png', 'image/png', 14_000_000)], setting, lore)).toBeNull();
});

test('files that fit alone may be too many together', () => {
  const half = file('half.png', 'image/png', 9_000_000);
  expect(misfit([half, half], setting, lore)).toContain('too large together');
});
