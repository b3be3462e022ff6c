import { expect, test } from 'vitest';
import { question, reply } from '../testing/sample-messages.ts';
import type { ListedMessage } from '../view/message.ts';
import { openFinder } from './finder.ts';
import { folding } from './fold.ts';

function messagesOf(...contents: (string | { reasoning: string; content: string })[]): ListedMessage[] {
  return contents.map((item, index) => {
    const { content, reasoning } = typeof item === 'string' ? { content: item, reasoning: undefined } : item;
    const id = `m${index}`;
    return reasoning || index % 2 > 0 ? reply(id, content, reasoning) : question(id, content);
  });
}

function start(messages: ListedMessage[], hidden: ListedMessage[] = []) {
  const waiting: (() => void)[] = [];
  let time = 0;
  const open = new Set<string>();
  const state = { messages };
  const finder = openFinder({
    messages: () => state.messages,
    hidden: () => hidden,
    isReasoningOpen: (id) => open.has(id),
    // Every reading of the clock takes a millisecond, so that a slice ends.
    now: () => time++,
    defer(run) {
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
    position: () => {
      const { ordinal, total, current } = finder.read();
      return `${ordinal} of ${total} in ${current?.id}`;
    },
  };
}

test('text is found as it is displayed: without marks, capitals and accents, in code and tables too [LONG-06]', () => {
  const { finder, finish } = start(
    messagesOf(
      'A **Cr**ème brûlée',
      '| dish | price |\n| --- | --- |\n| creme | 3 |\n\n```js\nconst creme = 1;\n```',
      '> a [creme](https://creme.test) in\n\n- a quote\n- CRÈME',
      'cre\n\nme',
    ),
  );
  finder.search(['creme'], 0);
  finish();
  expect(finder.read()).toMatchObject({ total: 5, ordinal: 1, isDone: true });
});

test('each of several words is found, in the order of the text, and words within others once [MSEARCH-01 MSEARCH-02]', () => {
  const { finder, finish, position } = start(messagesOf('The Fox, a foxglove', 'an owl', 'an owl and a fox'));
  finder.search(['fox', 'owl', 'foxglove', 'FOX'], 2);
  finish();
  const places = [position()];
  for (let times = 0; times < 4; times++) {
    finder.step(1);
    places.push(position());
  }
  expect(places).toEqual(['4 of 5 in m2', '5 of 5 in m2', '1 of 5 in m0', '2 of 5 in m0', '3 of 5 in m1']);
});

test('the first match shown is at or below the reader’s position, or else the nearest above [LONG-06]', () => {
  const { finder, finish, position } = start(messagesOf('fox', 'dog', 'fox', 'dog fox fox', 'cat'));
  finder.search(['fox'], 3);
  finish();
  expect(position()).toBe('3 of 4 in m3');
  finder.search(['dog'], 4);
  finish();
  expect(position()).toBe('2 of 2 in m3');
});

test('the last match is followed by the first, and the other way round [LONG-06]', () => {
  const { finder, finish, position } = start(messagesOf('fox fox', 'dog', 'fox'));
  finder.search(['fox'], 2);
  finish();
  const places = [position()];
  for (let times = 0; times < 3; times++) {
    finder.step(-1);
    places.push(position());
  }
  expect(places).toEqual(['3 of 3 in m2', '2 of 3 in m0', '1 of 3 in m0', '3 of 3 in m2']);
  finder.step(1);
  expect(position()).toBe('1 of 3 in m0');
});

test('5,000 messages are searched in slices [LONG-07]', () => {
  const { finder, finish } = start(
    messagesOf(...Array.from({ length: 5_000 }, (_, index) => `Number ${index} fox`)),
  );
  finder.search(['fox'], 4_990);
  expect(finder.read().isDone).toBe(false);
  expect(finish()).toBeGreaterThan(100);
  expect(finder.read()).toMatchObject({ total: 5_000, isDone: true });
});

test('reasoning is searched while it is open', () => {
  const { finder, finish, open } = start(messagesOf('a', { reasoning: 'a fox', content: 'fox' }));
  finder.search(['fox'], 0);
  finish();
  expect(finder.read().total).toBe(1);
  open.add('m1');
  finder.refresh();
  finish();
  expect(finder.read().total).toBe(2);
});

test('text that arrives during a search counts, and the current match stays [LONG-06]', () => {
  const { finder, finish, state, position } = start(messagesOf('fox', 'a fox'));
  finder.search(['fox'], 0);
  finish();
  const last = state.messages[1];
  if (last?.role === 'assistant') last.text.append(' and a fox');
  finder.refresh();
  finish();
  expect(position()).toBe('1 of 3 in m0');
  state.messages = messagesOf('dog', 'fox');
  finder.refresh();
  finish();
  expect(finder.read().total).toBe(1);
});

test('footnotes are searched, and formulas as they are written [LONG-06]', () => {
  const { finder, finish, position } = start(
    messagesOf(
      'x',
      'So it is[^1], since $\\frac{a}{b}$ holds.\n\n[^1]: See the *source*.\n\n$$\n\\frac{a}{b}\n$$',
    ),
  );
  const find = (words: string) => {
    finder.search([words], 0);
    finish();
    return `${position()}${finder.read().current?.isNote ? ', in a note' : ''}`;
  };
  expect(find('the source')).toBe('1 of 1 in m1, in a note');
  expect(find('\\FRAC{a}{b}')).toBe('1 of 2 in m1');
  expect(find('since $\\frac')).toBe('1 of 1 in m1');
  expect(find('is, since')).toBe('1 of 1 in m1');
});

test('for a growing reply only new text is folded, whatever its letters [LONG-06]', () => {
  const { finder, finish, state } = start(messagesOf('ö', 'Anfang. '));
  const last = state.messages[1];
  if (last?.role !== 'assistant') throw new Error('The last message is no reply.');
  state.messages = [state.messages[0] as ListedMessage, { ...last, isGrowing: true }];
  finder.search(['höhe'], 0);
  finish();
  const began = folding.characters;
  const sentence = 'Über die Höhe.\n\n';
  for (let times = 0; times < 200; times++) {
    last.text.append(sentence);
    finder.refresh();
    finish();
  }
  expect(finder.read().total).toBe(200);
  expect(folding.characters - began).toBeLessThan(sentence.length * 200 * 6);
});

test('a long message is read to its end although another reply keeps growing [LONG-06]', () => {
  const { finder, state, pass } = start(
    messagesOf('x', `${'A long tale. '.repeat(60_000)}The fox.`, 'y', 'Now. '),
  );
  const last = state.messages[3];
  if (last?.role !== 'assistant') throw new Error('The last message is no reply.');
  state.messages = [...state.messages.slice(0, 3), { ...last, isGrowing: true }];
  finder.search(['fox'], 0);
  for (let times = 0; times < 60 && finder.read().total === 0; times++) {
    pass();
    last.text.append('More. ');
    finder.refresh();
  }
  expect(finder.read().total).toBe(1);
});

test('a search that finds nothing says so at the end, and an empty search looks for nothing', () => {
  const { finder, finish } = start(messagesOf('fox'));
  finder.search(['owl'], 0);
  finish();
  expect(finder.read()).toMatchObject({ total: 0, isDone: true, current: null });
  finder.step(1);
  finder.search([''], 0);
  expect(finder.read()).toMatchObject({ sought: [], isDone: true, current: null });
});

test('messages of branches that are not shown are found beside those on the screen, but not stepped to [MSEARCH-16]', () => {
  const hidden = [question('n2', 'a fox in a box'), reply('n1', 'no **fox** here'), question('n3', 'a hen')];
  const { finder, finish, position } = start(messagesOf('a fox', 'a hen'), hidden);
  finder.search(['fox'], 0);
  finish();
  expect(position()).toBe('1 of 1 in m0');
  expect(finder.read().elsewhere).toEqual(['n1', 'n2']);
  finder.step(1);
  expect(position()).toBe('1 of 1 in m0');
  finder.search(['nothing'], 0);
  expect(finder.read().elsewhere).toEqual([]);
});

test('older messages that are loaded meanwhile change neither the current match nor what comes next [LONG-06 MSEARCH-02]', () => {
  const { finder, finish, state, position } = start(messagesOf('a fox', 'dog', 'fox', 'cat'));
  finder.search(['fox'], 2);
  finish();
  expect(position()).toBe('2 of 2 in m2');
  state.messages = [question('n0', 'fox'), question('n1', 'hen'), question('n2', 'owl'), ...state.messages];
  // Before they have been looked through.
  finder.step(-1);
  expect(finder.read().current?.id).toBe('m0');
  finder.refresh();
  finish();
  expect(position()).toBe('2 of 3 in m0');
  finder.step(-1);
  expect(position()).toBe('1 of 3 in n0');
});

test('a step taken while the messages are still being looked through goes to the next match once that is known [LONG-06]', () => {
  const far = Array.from({ length: 3_000 }, (_, index) => (index === 2_900 ? 'an owl and an owl' : 'hen'));
  const { finder, finish, position } = start(messagesOf('an owl', 'owl', ...far));
  finder.search(['owl'], 1);
  expect(finder.read()).toMatchObject({ isDone: false, current: { id: 'm1' } });
  finder.step(1);
  finder.step(1);
  expect(finder.read().current?.id).toBe('m1');
  finish();
  expect(position()).toBe('4 of 4 in m2902');
  finder.search(['owl'], 1_000);
  finder.step(1);
  finish();
  expect(position()).toBe('3 of 4 in m2902');
});
