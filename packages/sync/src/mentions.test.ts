import { expect, test } from 'vitest';
import { endsName, mentionAt, mentionedNames } from './mentions.ts';

test.each([
  ['@ada', ['ada']],
  ['@EVE and (@ben), @joe, @ada: good morning, @eve.', ['eve', 'ben', 'joe', 'ada', 'eve.']],
  ['你好@ada你好', ['ada']],
  ['一起去吧，@ada。@ben！', ['ada', 'ben']],
  ['それは@adaさんと＠benさん', ['ada', 'ben']],
  ['สวัสดี@adaครับ', ['ada']],
  ['@ada님, @ben에게', ['ada', 'ben']],
  ['नमस्ते @adaको', ['ada']],
  ['مرحبا@ada', ['ada']],
  ['@ada/@ben', ['ada', 'ben']],
  ["@ada’s idea, @ben's", ['ada', 'ben']],
  ['Of ben@eve, a@ben.com, @ben-eve and @benné', []],
  ['Привет@ada, é@ada, é@ada', []],
])('%j mentions %j', (text, names) => {
  expect(mentionedNames(text)).toEqual(names);
});

test.each([
  'see https://example.org/@bob/post',
  'see https://example.org/?by=@bob and www.example.org/@bob',
  '看https://example.org/@bob',
  'mail bob@example.org, or bob.b+x@mail.example.org',
  '`@bob` is a decorator',
  '``a ` @bob`` too, and `@a\n@bob`',
  'path/@bob/package, @bob/package, ./@bob, node_modules/@bob/x, C:\\@bob\\x',
  '```\n@bob\n```',
  '~~~ts\n@bob\n```\n@bob',
  '> ```\n> @bob\n> ```',
  '1. ```\n   @bob\n   ```',
])('code and addresses mention nobody: %j', (text) => {
  expect(mentionedNames(text)).toEqual([]);
});

test('what is around code and addresses mentions', () => {
  expect(mentionedNames('@ada: `@x` and\n```\n@y\n```\nhttps://z.org/@z @ben ` @eve')).toEqual([
    'ada',
    'ben',
    'eve',
  ]);
  expect(mentionedNames('看https://example.org/a，@ada')).toEqual(['ada']);
});

test.each([
  ['@', { from: 0, query: '' }],
  ['Hello @gr', { from: 6, query: 'gr' }],
  ['(@Ö', { from: 1, query: 'Ö' }],
  ['你好@', { from: 2, query: '' }],
  ['你好@山', { from: 2, query: '山' }],
  ['สวัสดี@ส', { from: 6, query: 'ส' }],
  ['それは＠ad', { from: 3, query: 'ad' }],
  ['a mail to ada@example.com', null],
  ['@ada and', null],
  ['path/@bo', null],
  ['https://example.org/?by=@bo', null],
  ['```\n@bo', null],
])('at the end of “%s” the list of names is open for %j', (text, mention) => {
  expect(mentionAt(text, text.length)).toEqual(mention);
});

test('within code the list of names stays closed', () => {
  expect(mentionAt('`@bo`', 4)).toBeNull();
});

test.each([
  ['', true],
  [', hello', true],
  ['你好', true],
  ['leen', false],
  ['.lee', false],
  ['-lee', false],
  ['/package', false],
])('whether a name ends before %j: %s', (rest, ends) => {
  expect(endsName(rest)).toBe(ends);
});

test('a long text of nothing but marks takes no time', () => {
  for (const piece of ['`', '``a` ', '@a', 'a/', '/@', 'a@b.', '~~~\n', 'https://', '> ', '1. ']) {
    const began = process.cpuUsage();
    mentionedNames(piece.repeat(16_000 / piece.length));
    // In microseconds of the processor, however busy the machine is.
    expect([piece, process.cpuUsage(began).user < 200_000]).toEqual([piece, true]);
  }
});
