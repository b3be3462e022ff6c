import { expect, test } from 'vitest';
import { filled, variablesOf } from './template.ts';

test('a variable is a text, a text with a default, a choice, or a choice with a default [PROMPT-02]', () => {
  const text =
    'Translate {{text}} into {{language=French}}, {{tone:formal|casual}}, {{length: short | long =long}}.';
  expect(variablesOf(text)).toEqual([
    { name: 'text', choices: null, usual: '' },
    { name: 'language', choices: null, usual: 'French' },
    { name: 'tone', choices: ['formal', 'casual'], usual: 'formal' },
    { name: 'length', choices: ['short', 'long'], usual: 'long' },
  ]);
});

test('a variable that occurs twice is asked for once, and filled in everywhere', () => {
  const text = '{{name=you}}, dear {{name}}';
  expect(variablesOf(text)).toHaveLength(1);
  expect(filled(text, { name: 'Ada' })).toBe('Ada, dear Ada');
});

test('what is not filled in is its default, and may be emptied', () => {
  expect(filled('Hello {{name=you}}!', {})).toBe('Hello you!');
  expect(filled('Hello {{name=you}}!', { name: '' })).toBe('Hello !');
});

test('a value is written as it is, whatever it looks like', () => {
  expect(filled('{{a}}', { a: '$& {{b}}' })).toBe('$& {{b}}');
});

test.each([
  '{{}}',
  '{{ }}',
  '{{=x}}',
  '{{:a|b}}',
  '{ {a} }',
  '{{a\n}}',
  '{{{{}}}}',
  `{{${'x'.repeat(600)}}}`,
])('%s is no variable, and stays as it is', (text) => {
  expect(variablesOf(text)).toEqual([]);
  expect(filled(text, {})).toBe(text);
});

test('a default that is none of the choices is the first of them', () => {
  expect(variablesOf('{{tone:formal|casual=rude}}')[0]?.usual).toBe('formal');
});
