import { expect, test } from 'vitest';
import { lastLineOf } from './last-line.ts';

test.each([
  ['Which flour?', 'Which flour?'],
  ['First.\n\nBegin with **70 %** water.\n', 'Begin with 70 % water.'],
  ['Like this:\n```python\nwater = flour * 0.7\n```', 'water = flour * 0.7'],
  ['| Rye | 8 % |\n| --- | ---: |', 'Rye 8 %'],
  ['- one\n- `two`', 'two'],
  ['## The end', 'The end'],
  ['***\n\n', ''],
  ['', ''],
])('of %j the last line with words is %j', (text, line) => {
  expect(lastLineOf(text)).toBe(line);
});
