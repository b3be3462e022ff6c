import { FetchError } from '@polylogue/contract/client';
import { expect, test } from 'vitest';
import { uploadRefusal } from './upload-refusal.ts';

test('our server’s own sentence is shown, and a file it will always refuse cannot be tried again [UP-07 ATT-03]', () => {
  const message = 'Files may be up to 10 MB.';
  const refused = { message, error: 'too-large', request_id: '1' } as const;
  expect(uploadRefusal(new FetchError(413, '{}', refused))).toEqual({ message, isWorthTrying: false });
  expect(uploadRefusal(new FetchError(415, '{}', refused)).isWorthTrying).toBe(false);
  expect(uploadRefusal(new FetchError(429, '{}', refused))).toEqual({ message, isWorthTrying: true });
});

test.each([
  [500, 'Something went wrong on the server. Try again in a moment.', true],
  [503, 'Something went wrong on the server. Try again in a moment.', true],
  [403, 'Something went wrong on the server. Try again in a moment.', true],
  [413, 'It is larger than the server accepts. Choose a smaller one.', false],
])(
  'an answer of %i without our own sentence does not blame the connection [UP-07]',
  (status, message, isWorthTrying) => {
    expect(uploadRefusal(new FetchError(status, '<h1>Oops</h1>'))).toEqual({ message, isWorthTrying });
  },
);
