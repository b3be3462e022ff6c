import { expect, test } from 'vitest';
import { looksLike } from './look-alike.ts';

test.each([
  ['Ada Lovelace', 'ada  lovelace'],
  ['Ada Lovelace', 'Аdа Lоvelасе'],
  ['Ada Lovelace', 'Ada Love1ace'],
  ['Ada Lovelace', 'Ádä Lovelace.'],
  ['Ada Lovelace', 'Ａｄａ　Ｌｏｖｅｌａｃｅ'],
  ['Ada Lovelace', 'AdaIovelace'],
  ['Emma Turner', 'Ernrna Turner'],
  ['山田 花子', '山田花子'],
])('%s looks like %s', (one, other) => expect(looksLike(one, other)).toBe(true));

test.each([
  ['Ada Lovelace', 'Ada Byron'],
  ['Ada', 'Adam'],
  ['Анна', 'Инна'],
  ['🐍', '🦊'],
])('%s does not look like %s', (one, other) => expect(looksLike(one, other)).toBe(false));
