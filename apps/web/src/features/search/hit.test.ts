import { expect, test, vi } from 'vitest';
import { addressedBy } from '../../lib/page/message-address.ts';
import { messageHit } from './hit.ts';

// What a conversation is called comes with the account, which listens to the page.
vi.hoisted(() => vi.stubGlobal('addEventListener', () => {}));

const id = '01a2240e-03e3-71ca-9b53-902c185f7ebc';

/** The words that are marked where a find leads, when a text was typed; those of the excerpt are in [brackets]. */
function marked(typed: string, excerpt: string): readonly string[] | undefined {
  const pieces = excerpt.split(/[[\]]/);
  let text = '';
  const marks: [number, number][] = [];
  for (const [index, piece] of pieces.entries()) {
    if (index % 2 === 1) marks.push([text.length, text.length + piece.length]);
    text += piece;
  }
  const about = { conversation_id: id, message_id: id, title: '', role: 'user' as const, created_at: 0 };
  return addressedBy(/#.*$/s.exec(messageHit({ ...about, excerpt: { text, marks } }, typed).href)?.[0] ?? '')
    ?.words;
}

test('all words of a query are marked in the message, as they stand there [MSEARCH-01]', () => {
  expect(marked('here xylo', 'And [here] is a [Xylophone], [here]')).toEqual(['here', 'Xylophone']);
  expect(marked('"is a" xylophone', 'It [is a] [xylophone]')).toEqual(['is a', 'xylophone']);
  expect(marked('東京 tower', 'In [東京] a [tower]')).toEqual(['東京', 'tower']);
});

test('a word that is far from the excerpt is marked as it was typed', () => {
  expect(marked('here xylo', 'And [here] it begins…')).toEqual(['here', 'xylo']);
  expect(marked('here "red xylophone"', 'And [here] it begins…')).toEqual(['here', 'red xylophone']);
});

test('letters and little words, which are everywhere within others, are marked only where nothing else is', () => {
  expect(marked('how to cook', '[How] [to] [cook]')).toEqual(['How', 'cook']);
  expect(marked('to', '[to] be')).toEqual(['to']);
});

test('a find leads to its message even if a letter of two halves is where its word is cut', () => {
  const long = 'x'.repeat(59);
  expect(marked('x', `[${long}𝒳yz]`)).toEqual([long]);
});
