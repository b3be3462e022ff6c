import { expect, test } from 'vitest';
import type { Message } from '../message/message.ts';
import { question, reply } from '../testing/written.ts';
import { openFinder } from './finder.ts';
import { folding } from './fold.ts';

function say(...contents: (string | { reasoning: string; content: string })[]): Message[] {
  return contents.map((said, index) => {
    const { content, reasoning } = typeof said === 'string' ? { content: said, reasoning: undefined } : said;
    const id = `m${index}`;
    return reasoning || index % 2 > 0 ? reply(id, content, reasoning) : question(id, content);
  });
}

function start(messages: Message[]) {
  const waiting: (() => void)[] = [];
  let time = 0;
  const open = new Set<string>();
  const state = { messages };
  const finder = openFinder({
    messages: () => state.messages,
    isReasoningOpen: (id) => open.has(id),
    // Every reading of the clock takes a millisecond, so that a slice ends.
    now: () => time++,
    soon(run) {
      waiting.push(run);
      return () => void waiting.splice(waiting.indexOf(run), 1);
    },
  });
  return {
    finder,
    open,
    state,
    /** One slice. */
    pass: () => waiting.shift()?.(),
    finish() {
      let slices = 0;
      for (let run = waiting.shift(); run; run = waiting.shift()) {
        slices++;
        run();
      }
      return slices;
    },
    told: () => {
      const { ordinal, total, here } = finder.read();
      return `${ordinal} of ${total} in ${here?.index}`;
    },
  };
}

test('text is found as it is displayed: without marks, capitals and accents, in code and tables too [LONG-06]', () => {
  const { finder, finish } = start(
    say(
      'A **Cr**ème brûlée',
      '| dish | price |\n| --- | --- |\n| creme | 3 |\n\n```js\nconst creme = 1;\n```',
      '> a [creme](https://creme.test) in\n\n- a quote\n- CRÈME',
      'cre\n\nme',
    ),
  );
  finder.look('creme', 0);
  finish();
  expect(finder.read()).toMatchObject({ total: 5, ordinal: 1, isDone: true });
});

test('the first match shown is at or below the reader’s position, or else the nearest above [LONG-06]', () => {
  const { finder, finish, told } = start(say('fox', 'dog', 'fox', 'dog fox fox', 'cat'));
  finder.look('fox', 3);
  finish();
  expect(told()).toBe('3 of 4 in 3');
  finder.look('dog', 4);
  finish();
  expect(told()).toBe('2 of 2 in 3');
});

test('the last match is followed by the first, and the other way round [LONG-06]', () => {
  const { finder, finish, told } = start(say('fox fox', 'dog', 'fox'));
  finder.look('fox', 2);
  finish();
  const places = [told()];
  for (let times = 0; times < 3; times++) {
    finder.step(-1);
    places.push(told());
  }
  expect(places).toEqual(['3 of 3 in 2', '2 of 3 in 0', '1 of 3 in 0', '3 of 3 in 2']);
  finder.step(1);
  expect(told()).toBe('1 of 3 in 0');
});

test('5,000 messages are searched in slices [LONG-07]', () => {
  const { finder, finish } = start(
    say(...Array.from({ length: 5_000 }, (_, index) => `Number ${index} fox`)),
  );
  finder.look('fox', 4_990);
  expect(finder.read().isDone).toBe(false);
  expect(finish()).toBeGreaterThan(100);
  expect(finder.read()).toMatchObject({ total: 5_000, isDone: true });
});

test('reasoning is searched while it is open', () => {
  const { finder, finish, open } = start(say('a', { reasoning: 'a fox', content: 'fox' }));
  finder.look('fox', 0);
  finish();
  expect(finder.read().total).toBe(1);
  open.add('m1');
  finder.changed();
  finish();
  expect(finder.read().total).toBe(2);
});

test('text that arrives during a search counts, and the current match stays [LONG-06]', () => {
  const { finder, finish, state, told } = start(say('fox', 'a fox'));
  finder.look('fox', 0);
  finish();
  const last = state.messages[1];
  if (last?.role === 'assistant') last.text.append(' and a fox');
  finder.changed();
  finish();
  expect(told()).toBe('1 of 3 in 0');
  state.messages = say('dog', 'fox');
  finder.changed();
  finish();
  expect(finder.read().total).toBe(1);
});

test('footnotes are searched, and formulas as they are written [LONG-06]', () => {
  const { finder, finish, told } = start(
    say('x', 'So it is[^1], since $\\frac{a}{b}$ holds.\n\n[^1]: See the *source*.\n\n$$\n\\frac{a}{b}\n$$'),
  );
  const find = (words: string) => {
    finder.look(words, 0);
    finish();
    return `${told()}${finder.read().here?.isNote ? ', in a note' : ''}`;
  };
  expect(find('the source')).toBe('1 of 1 in 1, in a note');
  expect(find('\\FRAC{a}{b}')).toBe('1 of 2 in 1');
  expect(find('since $\\frac')).toBe('1 of 1 in 1');
  expect(find('is, since')).toBe('1 of 1 in 1');
});

test('for a growing reply only new text is folded, whatever its letters [LONG-06]', () => {
  const { finder, finish, state } = start(say('ö', 'Anfang. '));
  const last = state.messages[1];
  if (last?.role !== 'assistant') throw new Error('The last message is no reply.');
  state.messages = [state.messages[0] as Message, { ...last, isGrowing: true }];
  finder.look('höhe', 0);
  finish();
  const began = folding.characters;
  const sentence = 'Über die Höhe.\n\n';
  for (let times = 0; times < 200; times++) {
    last.text.append(sentence);
    finder.changed();
    finish();
  }
  expect(finder.read().total).toBe(200);
  expect(folding.characters - began).toBeLessThan(sentence.length * 200 * 6);
});

test('a long message is read to its end although another reply keeps growing [LONG-06]', () => {
  const { finder, state, pass } = start(say('x', `${'A long tale. '.repeat(60_000)}The fox.`, 'y', 'Now. '));
  const last = state.messages[3];
  if (last?.role !== 'assistant') throw new Error('The last message is no reply.');
  state.messages = [...state.messages.slice(0, 3), { ...last, isGrowing: true }];
  finder.look('fox', 0);
  for (let times = 0; times < 60 && finder.read().total === 0; times++) {
    pass();
    last.text.append('More. ');
    finder.changed();
  }
  expect(finder.read().total).toBe(1);
});

test('a search that finds nothing says so at the end, and an empty search looks for nothing', () => {
  const { finder, finish } = start(say('fox'));
  finder.look('owl', 0);
  finish();
  expect(finder.read()).toMatchObject({ total: 0, isDone: true, here: null });
  finder.step(1);
  finder.look('', 0);
  expect(finder.read()).toMatchObject({ words: '', isDone: true, here: null });
});
