import { expect, test } from 'vitest';
import { markers } from './markers.ts';
import { sortReply } from './sort-finished.ts';

const unopened = 'The person wants a sum. One and one make two.\n</think>\n\nIt is two.';

test('what precedes a closing marker that was never opened is reasoning', () => {
  expect(sortReply(unopened)).toEqual({
    reasoning: 'The person wants a sum. One and one make two.',
    text: 'It is two.',
  });
});

test.each(markers)('$opening … $closing is sorted', ({ opening, closing }) => {
  expect(sortReply(`${opening}\nHm.\n${closing}\n\nYes.`)).toEqual({ reasoning: 'Hm.', text: 'Yes.' });
});

test.each(markers.filter(({ isWords, needsOpening }) => !isWords && !needsOpening))(
  '$closing is enough',
  ({ closing }) => {
    expect(sortReply(`Hm.\n${closing}\n\nYes.`)).toEqual({ reasoning: 'Hm.', text: 'Yes.' });
    expect(sortReply(`Hm.${closing}Yes.`)).toEqual({ reasoning: 'Hm.', text: 'Yes.' });
  },
);

test.each([
  ['nothing thought', '<think>\n\n</think>\n\nThree.', '', 'Three.'],
  ['only the end of nothing', '</think>\n\nThree.', '', 'Three.'],
  ['never ended', '<think>Hm', 'Hm', ''],
  ['ended without an answer', 'Hm.\n</think>', 'Hm.', ''],
  ['an answer of one line', 'I add. </think> Two.', 'I add.', 'Two.'],
  ['CJK', '一加一。</think>二。', '一加一。', '二。'],
  ['Markdown after it', 'Hm</think>**Two.**', 'Hm', '**Two.**'],
  [
    'a reasoning about the marker',
    'They ask about `</think>`.\n</think>\nIt ends.',
    'They ask about `</think>`.',
    'It ends.',
  ],
  [
    'an opening marker in a sentence',
    'They ask what <think> is.\n</think>\nA tag.',
    'They ask what <think> is.',
    'A tag.',
  ],
  ['an answer with a frame', '<think>Hm</think>\n<answer>\nTwo.\n</answer>', 'Hm', 'Two.\n'],
  ['code that was never closed', '```\nlet\n</think>\n\nTwo.', '```\nlet', 'Two.'],
  [
    'harmony',
    '<|channel|>analysis<|message|>Hm<|end|><|start|>assistant<|channel|>final<|message|>Two.<|return|>',
    'Hm',
    'Two.',
  ],
  ['harmony without its tokens', 'analysisWe add.assistantfinalTwo.', 'We add.', 'Two.'],
])('%s', (_, whole, reasoning, text) => {
  expect(sortReply(whole)).toEqual({ reasoning, text });
});

test('each part of an answer by several models has its own reasoning', () => {
  const first = 'I count.\n</think>\n\nOne, ';
  const whole = `${first}On I go.\n</think>\n\ntwo.`;
  expect(sortReply(whole, [0, first.length])).toEqual({
    reasoning: 'I count.\n\nOn I go.',
    text: 'One, two.',
  });
  expect(sortReply(`None, ${whole}`, [6, 6 + first.length]).text).toBe('None, One, two.');
});

test.each([
  ['in a sentence', 'The model writes </think> when it is done.'],
  ['at the end of a sentence', 'It ends with </think>.'],
  ['at the end of a line', 'After the reasoning comes </think>\nand then the answer.'],
  ['quoted', 'It ends with “</think>”\nand “[/THINK]”\n'],
  ['at the beginning of a sentence', '</think> ends the reasoning.'],
  ['between backticks', 'It ends with\n`</think>`\nalways.'],
  ['in a block of code', 'Like this:\n\n```\nHm.\n</think>\nTwo.\n```\n\nThat is all.'],
  ['in indented code', 'Like this:\n\n    Hm.\n    </think>\n    Two.'],
  ['in a list', '- it begins with <think>\n- it ends with </think>\n'],
  ['with its opening one', 'The format:\n<think>\nHm.\n</think>\nTwo.'],
  ['that is none', 'Use <thinker>a</thinker>.'],
  ['words', 'analysis of the data\n\nmore'],
  ['half of words', 'Here is my thought process:\n\n1. I add.'],
])('a reply about markers stays text: %s', (_, text) => {
  expect(sortReply(text)).toEqual({ reasoning: '', text });
});

test('a long text full of markers takes no longer than reading it', () => {
  for (const part of [
    '</think>',
    '`</think>` ',
    '`</think> ',
    '</think> a\n',
    '```\n</think>\n',
    '<think>',
    '<think></think>',
    '` ``',
    '\n',
  ])
    expect(sortReply(`${part.repeat(200_000 / part.length)}\n</think>\na`)).toBeDefined();
});
