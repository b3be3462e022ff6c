import { expect, onTestFinished, test } from 'vitest';
import { keyInField, registerKeys } from '../../lib/drafts/saved-keys.ts';
import { textError } from './wrong-fields.ts';

test('what a space says of itself, or its AI is told, is not sent with a saved key in it [SEND-09]', () => {
  registerKeys({ mask: (text) => text.replaceAll('sk-abcdefgh', '•••'), listen() {} });
  onTestFinished(() => registerKeys({ mask: (text) => text, listen() {} }));
  expect(textError('Ask with sk-abcdefgh', 100)).toBe(keyInField);
  expect(textError('Ask politely', 100)).toBe('');
  expect(textError('Ask politely', 5)).toBe('Shorten it to 5 characters');
});
