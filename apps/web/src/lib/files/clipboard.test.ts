import { afterEach, expect, test, vi } from 'vitest';
import { copyText } from './clipboard.ts';

afterEach(() => vi.unstubAllGlobals());

test('text is copied through the clipboard of the browser', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  expect(await copyText('hello')).toBe(true);
  expect(writeText).toHaveBeenCalledWith('hello');
});

test('a refused copy is only logged [ERR-11]', async () => {
  const refusal = new Error('denied');
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => Promise.reject(refusal) } });
  expect(await copyText('hello')).toBe(false);
  expect(log).toHaveBeenCalledWith('Failed to copy text', refusal);
});
