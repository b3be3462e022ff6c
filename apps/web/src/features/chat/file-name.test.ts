import { expect, test } from 'vitest';
import { fileName } from './file-name.ts';

const at = new Date(2026, 10, 21, 10, 42);

test.each([
  ['Milk and honey', 'Milk and honey 2026-11-21-1042.md'],
  [null, 'polylogue-2026-11-21-1042.md'],
  ['', 'polylogue-2026-11-21-1042.md'],
  [' … ', '… 2026-11-21-1042.md'],
  ['...', 'polylogue-2026-11-21-1042.md'],
  ['../a/b\\c: "d"? <e>|*\u202e\n\tf', 'a b c d e f 2026-11-21-1042.md'],
  ['牛乳と蜂蜜', '牛乳と蜂蜜 2026-11-21-1042.md'],
  ['x'.repeat(300), `${'x'.repeat(50)} 2026-11-21-1042.md`],
  ['😀'.repeat(60), `${'😀'.repeat(50)} 2026-11-21-1042.md`],
])('a conversation named %j is saved as %j', (title, name) => {
  expect(fileName(at, title)).toBe(name);
  expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255);
});
