import { expect, test } from 'vitest';
import { withFilesFirst } from './request.ts';

const text = (words: string) => ({ type: 'text' as const, text: words });
const pdf = { type: 'file' as const, name: 'a.pdf', mediaType: 'application/pdf', data: 'AAAA' };

test('files of a folder stand before the first question, so that what is sent begins the same each time [FOLDER-04]', () => {
  const messages = [
    { role: 'assistant' as const, parts: [text('Hello')] },
    { role: 'user' as const, parts: [text('Why?')] },
    { role: 'user' as const, parts: [text('And how?')] },
  ];
  expect(withFilesFirst(messages, [pdf, text('Notes')])).toEqual([
    { role: 'assistant', parts: [text('Hello')] },
    { role: 'user', parts: [pdf, text('Notes\n\nWhy?')] },
    { role: 'user', parts: [text('And how?')] },
  ]);
  expect(withFilesFirst(messages, [])).toBe(messages);
});
