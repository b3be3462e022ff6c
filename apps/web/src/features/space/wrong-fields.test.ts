import '../person/testing/browser.ts';
import { expect, onTestFinished, test, vi } from 'vitest';

// Its own modules: another file in this process may have made the keys known.
vi.resetModules();
const { keyInField, registerKeys, registerKeysLoader } = await import('../../lib/drafts/saved-keys.ts');
const { toasts } = await import('../../ui/toast/toast.ts');
const { mayTellOthers, textError } = await import('./wrong-fields.ts');

const keys = { mask: (text: string) => text.replaceAll('sk-abcdefgh', '•••'), listen() {} };

test('what a space says is not sent before the keys are known, nor with one in it, whether a field shows it or not [SEND-09]', async () => {
  registerKeysLoader(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  await expect(mayTellOthers({ name: 'Book club' })).rejects.toThrow(
    'could not be checked for your API keys',
  );
  registerKeysLoader(async () => registerKeys(keys));
  onTestFinished(() => registerKeys({ mask: (text) => text, listen() {} }));
  expect(await mayTellOthers({ name: 'Book club', about: 'Ask with sk-abcdefgh' })).toBe(false);
  expect(toasts.read()?.title).toBe('This looks like your API key');
  expect(await mayTellOthers({ name: 'Book club', slow_seconds: 10 })).toBe(true);
});

test('what a space says of itself, or its AI is told, is not sent with a saved key in it [SEND-09]', () => {
  registerKeys(keys);
  onTestFinished(() => registerKeys({ mask: (text) => text, listen() {} }));
  expect(textError('Ask with sk-abcdefgh', 100)).toBe(keyInField);
  expect(textError('Ask politely', 100)).toBe('');
  expect(textError('Ask politely', 5)).toBe('Shorten it to 5 characters');
});
