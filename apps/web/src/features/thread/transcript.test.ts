import { expect, test } from 'vitest';
import { replyText } from '../messages/index.ts';
import type { Reply, UserMessage } from './message.ts';
import { transcript } from './transcript.ts';

const common = {
  at: 0,
  timestamp: '10:42',
  fullTimestamp: '21 November 2026, 10:42:07',
  error: null,
  usage: null,
};
const asked = { provider: 'grok', model: 'grok-4.7', endpoint: 'https://x.test' } as const;
const part = { type: 'text', text: '' } as const;
const question: UserMessage = {
  ...common,
  id: 'm1',
  role: 'user',
  content: 'What is in it?\n',
  asked,
  attachments: [{ name: 'box.png', mediaType: 'image/png', size: 3, part }],
};
const reply: Reply = {
  ...common,
  id: 'm2',
  role: 'assistant',
  asked,
  text: replyText('A **cat**'),
  rest: [' and a mouse.'],
  isTooLong: true,
  reasoning: replyText('Hm.'),
  thinkingSince: null,
  thoughtFor: 1_000,
  arrived: null,
  choice: null,
  usual: null,
  isGrowing: false,
};

test('a transcript has authors and times, the names of files and all of a long reply', () => {
  expect(
    transcript([question, reply], ({ role }) => (role === 'user' ? 'You' : 'Grok 2')),
  ).toBe(`**You** · 21 November 2026, 10:42:07

*File: box.png*

What is in it?

---

**Grok 2** · 21 November 2026, 10:42:07

A **cat** and a mouse.
`);
});

test('with the title of the conversation it begins with that', () => {
  expect(transcript([question], () => 'You', 'Milk\nand honey ')).toMatch(
    /^# Milk and honey\n\n\*\*You\*\* · /,
  );
});
