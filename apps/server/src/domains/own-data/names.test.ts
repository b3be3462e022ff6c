import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distinctNames } from './names.ts';

const all = (...wanted: string[]) => wanted.map(distinctNames());

test('a plain name stays as it is', () => {
  expect(all('profile.json', 'files/Grüße an Ada.png')).toEqual(['profile.json', 'files/Grüße an Ada.png']);
});

test('names lead nowhere outside the folder, and are neither invisible nor reserved', () => {
  expect(
    all(
      'files/../../etc/passwd',
      'files/..',
      '/etc/passwd',
      'a\\b',
      'C:\\x',
      'files/\u202egnp.exe',
      'nul.txt',
      '',
    ),
  ).toEqual([
    'files/_/_/etc/passwd',
    'files/_',
    '_/etc/passwd',
    'a_b',
    'C__x',
    'files/_gnp.exe',
    '_nul.txt',
    '_',
  ]);
});

test('no two names are the same, in any capitalization', () => {
  expect(all('files/a.png', 'files/a.png', 'files/A.PNG', 'files/a (2).png', 'b', 'b')).toEqual([
    'files/a.png',
    'files/a (2).png',
    'files/A (3).PNG',
    'files/a (2) (2).png',
    'b',
    'b (2)',
  ]);
});

test('thousands with the same name, such as pasted pictures, are numbered without counting from one each time', () => {
  const names = all(...Array.from({ length: 8_000 }, () => 'files/image.png'));
  expect(names.at(-1)).toBe('files/image (8000).png');
  expect(new Set(names).size).toBe(8_000);
});

test('whatever the names are, they can be unpacked anywhere [CHECK-63]', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 300 })), (wanted) => {
      const names = wanted.map(distinctNames());
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
      for (const name of names) {
        expect(name.isWellFormed()).toBe(true);
        for (const segment of name.split('/')) {
          expect(segment).toMatch(/^[^\p{Cc}\\<>:"|?*]+$/u);
          expect(segment).not.toMatch(/^\.\.?$|[. ]$/);
          expect([...segment].length).toBeLessThan(170);
        }
      }
    }),
  );
});
