import { expect, test } from 'vitest';
import type { ProviderName, QuestionMessage, QuestionPart } from './question.ts';
import { questionOf } from './testing/network.ts';
import { turnsOf } from './turns.ts';

const text = (text: string): QuestionPart => ({ type: 'text', text });
const file = (name: string, mediaType: string, data = 'AAAA'): QuestionPart => ({
  type: 'file',
  name,
  mediaType,
  data,
});
const user = (...parts: QuestionPart[]): QuestionMessage => ({ role: 'user', parts });
const assistant = (...parts: QuestionPart[]): QuestionMessage => ({ role: 'assistant', parts });
const turns = (messages: QuestionMessage[], type: ProviderName = 'openai', model = 'gpt-4o') =>
  turnsOf(questionOf(type, { model }, { messages }));

test('a question without a reply is merged with the next, and a partial reply is a reply [CALL-24]', async () => {
  expect(await turns([user(text('A')), user(text('B')), assistant(text('half')), user(text('C'))])).toEqual([
    user(text('A\n\nB')),
    assistant(text('half')),
    user(text('C')),
  ]);
});

test('empty replies and empty texts are not sent', async () => {
  expect(
    await turns([user(text('A')), assistant(text(' \n')), assistant(), user(text(''), text('B'))]),
  ).toEqual([user(text('A\n\nB'))]);
});

test('if a reply comes last, the model is asked to continue it', async () => {
  const asked = await turns([user(text('A')), assistant(text('half'))]);
  expect(asked).toHaveLength(3);
  expect(asked).toMatchObject([{}, assistant(text('half')), { role: 'user' }]);
});

test('a conversation always begins with the user, and no text is lost for that', async () => {
  expect(await turns([assistant(text('Welcome')), user(text('Hi'))])).toEqual([
    user(text('…')),
    assistant(text('Welcome')),
    user(text('Hi')),
  ]);
});

test('an empty conversation is refused', async () => {
  for (const messages of [[], [user(text(' '))]])
    expect(await turns(messages)).toMatchObject({
      kind: 'other',
      message: expect.stringContaining('nothing to ask'),
    });
});

test('text files become text with their name, whatever their alphabet', async () => {
  const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
  const utf8 = base64(new TextEncoder().encode('Grüße 👋'));
  const utf16 = base64(new Uint8Array([0xff, 0xfe, 0x48, 0, 0xe4, 0]));
  expect(
    await turns([user(file('a "b".md', 'text/markdown', utf8), file('w.txt', 'text/plain', utf16))]),
  ).toEqual([
    user(text('<file name="a \\"b\\".md">\nGrüße 👋\n</file>\n\n<file name="w.txt">\nHä\n</file>')),
  ]);
});

test('a text file that is not base64 is refused with a sentence', async () => {
  expect(await turns([user(file('a.txt', 'text/plain', '%%%'))])).toMatchObject({
    kind: 'other',
    message: expect.stringContaining('attach it again'),
  });
});

test.each([
  ['deepseek', 'deepseek-v4-pro', 'a.png', 'image/png', 'choose a model that can, such as deepseek-flash.'],
  ['deepseek', 'deepseek-flash', 'a.pdf', 'application/pdf', 'ask another provider.'],
  ['openai', 'gpt-6-luna', 'a.avif', 'image/avif', 'send it as PNG or JPEG.'],
  ['openai', 'gpt-6-luna', 'a.mp4', 'video/mp4', 'ask another provider.'],
  ['gemini', 'gemini-pro', 'a.mp4', 'video/mp4', 'choose a model that can, such as gemini-4-carbon.'],
] as const)(
  '%s %s is not sent a new %s, and the person learns what to do',
  async (type, model, name, mediaType, advice) => {
    expect(await turns([user(text('Look'), file(name, mediaType))], type, model)).toEqual({
      kind: 'other',
      message: `${model} cannot read ${name} (${mediaType}). Remove the file, or ${advice}`,
      retryable: false,
    });
  },
);

test('an old file does not stop a conversation that continues with a model that cannot read it', async () => {
  const asked = await turns(
    [user(file('a.png', 'image/png')), assistant(text('Nice')), user(text('So?'))],
    'deepseek',
    'deepseek-v4-pro',
  );
  expect(asked).toEqual([
    user(text('[The file "a.png" was left out: this model cannot read it.]')),
    assistant(text('Nice')),
    user(text('So?')),
  ]);
});

test('files that are too large in total are refused with both numbers', async () => {
  const big = file('a.png', 'image/png', 'A'.repeat(21_000_000));
  expect(await turns([user(big)], 'grok', 'grok-4.7')).toMatchObject({
    message: expect.stringContaining('21 MB, but grok accepts 20 MB'),
  });
});
