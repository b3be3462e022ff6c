import { countValues, jsonBounds } from '@polylogue/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWithinBounds, lookAt } from './count.ts';

const counted = (json: string, bounds: Partial<typeof jsonBounds>) =>
  isWithinBounds({ ...jsonBounds, ...bounds }, Buffer.from(json));

test.each([
  ['keys', '{"a":1,"b":{"c":2}}', { keys: 3 }],
  ['keys that are there twice', '{"a":1,"a":1}', { keys: 2 }],
  ['keys written as escapes', '{"\\u0022:\\"":1}', { keys: 1 }],
  ['items', '[1,[2,3],{"a":1,"b":2}]', { items: 5 }],
  ['empty lists', '[[],[]]', { items: 4 }],
  ['levels', '[{"a":[1]},[[2]]]', { depth: 3 }],
  ['keys after a byte order mark', '\ufeff{"a":1,"b":2}', { keys: 2 }],
])('%s are counted', (_, json, bounds) => {
  expect(counted(json, bounds)).toBe(true);
  const [[name, most]] = Object.entries(bounds) as [[string, number]];
  expect(counted(json, { [name]: most - 1 })).toBe(false);
});

test('what is written inside of texts does not count', () => {
  const text = JSON.stringify('{[,:]}\\"[[[["{{{{');
  expect(counted(text, { keys: 0, items: 0, depth: 0 })).toBe(true);
});

test('whatever the value is, its keys and items are within its count, and not within less', () => {
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: 'medium', noUnicodeString: false }), (value) => {
      const json = JSON.stringify(value);
      const enough = { keys: countValues(value), items: 2 * countValues(value) + 1, depth: 32 };
      expect(counted(json, enough)).toBe(true);
      let keys = 0;
      JSON.parse(json, function (name, one) {
        if (name !== '' && !Array.isArray(this)) keys += 1;
        return one;
      });
      if (keys > 0) expect(counted(json, { ...enough, keys: keys - 1 })).toBe(false);
    }),
  );
});

test('bytes of another encoding, or that are no text at all, hide nothing', () => {
  const many = `{${Array.from({ length: 20 }, (_, at) => `"${at}":1`).join(',')}}`;
  const inUtf16 = Buffer.from(many, 'utf16le');
  expect(isWithinBounds({ ...jsonBounds, keys: 19 }, inUtf16)).toBe(false);
  // A letter that was begun and never ended does not swallow the quote after it.
  const broken = Buffer.concat([Buffer.from('{"'), Buffer.from([0xe2]), Buffer.from(`":${many}}`)]);
  expect(isWithinBounds({ ...jsonBounds, keys: 20 }, broken)).toBe(false);
});

test.each([
  ['{"__proto__":{}}', 'suspect'],
  ['[{"a":"\\"","\\u005f_proto__" : 1}]', 'suspect'],
  ['{"constructor":{"prototype":{}}}', 'suspect'],
  ['{"a":"__proto__","conversation_id":"\\u005f","b":["constructor"]}', 'fine'],
  ['{"a', 'fine'],
  ['{"a\\', 'fine'],
])('%s is %s to parse', (json, looked) => {
  expect(lookAt(Buffer.from(json), jsonBounds)).toBe(looked);
});
