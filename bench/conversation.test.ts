import { expect, test } from 'vitest';
import { conversation, longest } from './conversation.ts';

const all = conversation(longest);

test('a short conversation is the end of a long one, the same every time', () => {
  expect(conversation(200)).toEqual(all.slice(-200));
  expect(conversation(0)).toEqual([]);
});

test('questions and replies alternate, and the last is a reply that ends in a list', () => {
  expect(new Set(all.map(({ role }, at) => `${role} ${at % 2}`))).toEqual(new Set(['user 0', 'assistant 1']));
  expect(all.at(-1)?.html).toMatch(/<\/li><\/ul>$/);
});

test('the last 200 hold everything that replies are made of', () => {
  const text = conversation(200)
    .map(({ markdown }) => markdown)
    .join('\n\n');
  for (const sign of ['**', '\n## ', '\n- ', '\n| --- |', '\n```js\n', '\n```sql\n'])
    expect(text).toContain(sign);
});

test('no two replies are the same', () => {
  const replies = all.filter(({ role }) => role === 'assistant').map(({ markdown }) => markdown);
  expect(new Set(replies).size).toBe(replies.length);
});

test('nothing in it needs escaping in HTML', () => {
  expect(all.filter(({ markdown }) => /[<&]/.test(markdown))).toEqual([]);
});
