import { expect, test } from 'vitest';
import { contentOf } from '../messages/index.ts';
import { hasText, type Message, type Reply } from './message.ts';
import { messageOf, type PlainMessage } from './plain-message.ts';
import { request } from './request.ts';
import { transcript } from './transcript.ts';

const common = { at: 0, asked: null, error: null };
const question: PlainMessage = { ...common, id: 'q', role: 'user', content: 'One and one?' };
const stored = (content: string, reasoning = ''): PlainMessage => ({
  ...common,
  id: 'r',
  role: 'assistant',
  content,
  reasoning,
});
const restored = (...messages: PlainMessage[]) => messages.map((message) => messageOf(message, 1_000));

/** Everything that is made of a conversation. */
function madeOf(messages: Message[]) {
  const replies = messages.filter((message): message is Reply => message.role === 'assistant');
  return {
    copied: messages.map(contentOf),
    searched: replies.map(({ text, rest }) => text.value + rest.join('')),
    thought: replies.map(({ reasoning }) => reasoning?.value ?? null),
    exported: transcript(messages, ({ role }) => role),
    sent: request({ messages, sentFrom: null }),
    hasText: replies.map(hasText),
  };
}

test.each([
  [
    'a marker never opened',
    'One and one make two.\n</think>\n\nIt is two.',
    'One and one make two.',
    'It is two.',
  ],
  ['another marker', '[THINK]One and one.[/THINK]It is two.', 'One and one.', 'It is two.'],
  ['nothing but reasoning', 'One and one make two.\n</think>\n', 'One and one make two.', ''],
  ['a text beyond the display', `Hm.\n</think>\n\n${'two '.repeat(500)}`, 'Hm.', 'two '.repeat(500)],
])(
  'a stored reply is as if its reasoning had come apart from its text: %s [STEER-32]',
  (_, whole, reasoning, text) => {
    expect(madeOf(restored(question, stored(whole)))).toEqual(
      madeOf(restored(question, stored(text, reasoning))),
    );
  },
);

test('blank lines are not shown as reasoning [STEER-33]', () => {
  expect(madeOf(restored(question, stored('It is three.', '\n\n'))).thought).toEqual([null]);
  expect(madeOf(restored(question, stored('</think>\n\nIt is three.'))).thought).toEqual([null]);
});
