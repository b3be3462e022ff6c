import { expect, test } from 'vitest';
import { addressedBy, messageHash } from './message-address.ts';

const id = '01a2240e-03e3-71ca-9b53-902c185f7ebc';

test('an address leads to a message, and to words in it', () => {
  for (const words of [undefined, ['cats'], ['cats & dogs', '東京 = "100 %"', 'purr']]) {
    expect(addressedBy(messageHash(id, words))).toEqual(words ? { id, words } : { id });
  }
});

test('another address leads to none, and a broken word to the message', () => {
  for (const hash of ['', '#', '#connect', '#main', `#${id.slice(1)}`]) expect(addressedBy(hash)).toBe(null);
  expect(addressedBy(`#${id}=%zz`)).toEqual({ id });
});
