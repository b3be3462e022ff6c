import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Message } from './body.ts';
import { parsed } from './json.ts';
import { refrainOf, textIn } from './refrain.ts';
import { nothingTold, tell } from './told.ts';
import type { Piece, Wire } from './wire.ts';

interface Chunk {
  choices: { delta: { content: string } }[];
}
const read = ({ data }: Message) => {
  const chunk = parsed(data) as Partial<Chunk> | undefined;
  return [{ type: 'text', text: chunk?.choices?.[0]?.delta.content ?? '' }];
};
const event = (data: string, name?: string): Message => ({ form: 'event', data, ...(name && { name }) });
const chunk = (content: string, id = 'c1') =>
  event(JSON.stringify({ id, model: 'm', choices: [{ index: 0, delta: { content } }] }));
const learnt = (message: Message) => refrainOf(message, read(message), read);

describe('an event that is the one before with another text', () => {
  it('says that text, whatever it is', () => {
    const refrain = learnt(chunk('Hello'));
    if (refrain === null) throw new Error('No refrain was heard.');
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), (text) => {
        expect(textIn(refrain, chunk(text))).toBe(text);
      }),
    );
  });

  it('may have escaped what need not be escaped', () => {
    const refrain = learnt(chunk('Hello'));
    const escaped = event(chunk('x').data.replace('"x"', '"caf\\u00e9 \\/ \\ud83d\\ude00"'));
    expect(refrain && textIn(refrain, escaped)).toBe('café / 😀');
  });
});

describe('another event is read as what it is', () => {
  const refrain = learnt(chunk('Hello'));
  const cases: [string, Message][] = [
    ['has another id', chunk('Hello', 'c2')],
    ['has no text', chunk('')],
    ['was cut off', { ...chunk('Hello'), isTorn: true }],
    ['has a name', event(chunk('Hello').data, 'error')],
    ['says more behind the text', event(chunk('x').data.replace('"x"', '"a","refusal":"b"'))],
    ['has a line end inside its text', event(chunk('x').data.replace('"x"', '"a\nb"'))],
    ['has an escape that is none', event(chunk('x').data.replace('"x"', '"\\q"'))],
  ];
  it.each(cases)('one that %s', (_, message) => {
    expect(refrain && textIn(refrain, message)).toBeNull();
  });
});

it('a word elsewhere that looks like the text is not taken for it', () => {
  const message = event('{"id":"é","choices":[{"delta":{"content":"\\u00e9"}}]}');
  expect(learnt(message)).toBeNull();
});

it('an event that says more than a text has no refrain', () => {
  const message = chunk('The end');
  expect(refrainOf(message, [...read(message), { type: 'finish' }], read)).toBeNull();
});

test('a model that answers again after another is told again', () => {
  const wire = {
    thinksInText: false,
    read: (said: { model: string; text: string }): Piece[] => [
      { type: 'model', model: said.model },
      ...(said.text ? [{ type: 'text' as const, text: said.text }] : []),
    ],
  } as unknown as Wire;
  const said = (model: string, text: string) => event(JSON.stringify({ model, text }));
  const messages = [said('a', 'one '), said('a', 'two '), said('b', ''), said('a', 'three')];
  expect(tell(nothingTold(wire), messages, wire, 'key')).toEqual([
    { type: 'model', model: 'a' },
    { type: 'text', text: 'one two ' },
    { type: 'model', model: 'b' },
    { type: 'model', model: 'a' },
    { type: 'text', text: 'three' },
  ]);
});
