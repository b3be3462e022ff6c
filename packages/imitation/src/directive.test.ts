import { expect, test } from 'vitest';
import { contentKindOf, parseDirectives } from './directive.ts';

test('directives are found anywhere, with their numbers, words and names', () => {
  const found = parseDirectives('please /tokens 400 rate=50 kind=table and then\n/cut-event clean');
  expect(found.get('tokens')).toMatchObject({ numbers: [400], named: { rate: '50', kind: 'table' } });
  expect(contentKindOf(found.get('tokens'))).toBe('table');
  expect(found.get('cut-event')?.words).toEqual(['clean']);
});

test('everything after /say is the answer, directives and new lines included', () => {
  const found = parseDirectives('/one-byte /say first\n/tokens 5 second');
  expect([...found.keys()]).toEqual(['one-byte', 'say']);
  expect(found.get('say')?.text).toBe('first\n/tokens 5 second');
});

test.each(['a path like /uploads/say', 'and/or', '/sayings of old', 'see https://example.com/json'])(
  'no directive is seen in: %s',
  (text) => expect(parseDirectives(text).size).toBe(0),
);
