import { expect, test } from 'vitest';
import { openSpeech } from './speech.ts';

test('a reply is announced in whole sentences as they settle, each of them once [LOOK-11]', () => {
  const speech = openSpeech();
  expect(speech.more('The first sen')).toBe('');
  expect(speech.more('The first sentence. And a')).toBe('The first sentence.');
  expect(speech.more('The first sentence. And a')).toBe('');
  expect(speech.more('The first sentence. And another! Then [a li')).toBe('');
  expect(speech.more('The first sentence. And another! Then [a link](https://x.test). It\n')).toBe(
    'And another! Then a link.',
  );
  expect(speech.rest('The first sentence. And another! Then [a link](https://x.test). It\nends.')).toBe(
    'It ends.',
  );
});

test('a reply that arrives all at once is announced as a whole', () => {
  expect(openSpeech().rest('Short and **done**')).toBe('Short and done');
});

test('what was already announced is not repeated when the reply continues', () => {
  const speech = openSpeech();
  speech.rest('One sentence. Two.');
  expect(speech.more('One sentence. Two. Three. And')).toBe('Three.');
  expect(speech.rest('One sentence. Two. Three. And four.')).toBe('And four.');
  expect(speech.rest('One sentence. Two. Three. And four.')).toBe('');
});

test('a long reply announces once that it goes on, and that it has ended [LOOK-12]', () => {
  const speech = openSpeech();
  const text = 'A sentence of six words here. '.repeat(400);
  const announced = [500, 1_000, 3_000, 6_000, 12_000].map((end) => speech.more(text.slice(0, end)));
  expect(announced[2]).toMatch(/The reply continues in the list\.$/);
  expect(announced.slice(3)).toEqual(['', '']);
  expect(announced.join(' ').length).toBeLessThan(1_600);
  expect(speech.rest(text)).toBe('The reply is complete.');
});

test.each([
  ['Hindi', 'यह छह शब्दों का वाक्य है। '],
  ['Urdu', 'یہ ایک جملہ ہے۔ '],
  ['Khmer', 'នេះជាប្រយោគ។ '],
  ['Chinese', '这是一个句子。'],
])('the sentences of a long reply in %s are announced', (_, sentence) => {
  const speech = openSpeech();
  const text = sentence.repeat(200);
  expect(speech.more(text.slice(0, 2.5 * sentence.length))).toBe(sentence.repeat(2).trim());
  expect(speech.more(text)).toContain(sentence.repeat(20).trim());
});

test('of a long reply without the ends of sentences, the beginning is announced', () => {
  const speech = openSpeech();
  const text = `A heading. then ภาษาไทย ${'คำพูดที่ไม่มีจุด '.repeat(200)}`;
  expect(speech.more(text.slice(0, 200))).toBe('A heading.');
  expect(speech.more(text)).toMatch(
    /^then ภาษาไทย คำพูดที่ไม่มีจุด .* คำพูดที่ไม่มีจุด… The reply continues in the list\.$/,
  );
});

test('a long reply that arrives all at once is cut at a word', () => {
  const announced = openSpeech().rest('word '.repeat(2_000));
  expect(announced.endsWith('word…')).toBe(true);
});

test('what turns out to be reasoning at the end does not hide the reply', () => {
  const speech = openSpeech();
  speech.more('One and one make two. They ask for it.\n</think>\nIt is');
  expect(speech.rest('It is two.')).toBe('It is two.');
});
