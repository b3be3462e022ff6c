import { expect, test } from 'vitest';
import { firstWords } from './plain-words.ts';

test.each([
  ['Which flour?', 'Which flour?'],
  ['## Bread\n\n- **70 %** water\n- `rye`\n- salt', 'Bread 70 % water rye'],
  ['```python\nwater = flour * 0.7\n```', 'water = flour * 0.7'],
  ['>> quoted twice', 'quoted twice'],
  ['👍', '👍'],
  ['', ''],
])('what is shown of %j is %j', (text, words) => {
  expect(firstWords(text, 200)).toBe(words);
});

test('a long text is cut between letters', () => {
  expect(firstWords('aaa🙂', 4)).toBe('aaa');
});
