import { parse, parseInline } from '@polylogue/markdown';
import { whenIdle } from '../../../lib/schedule/idle.ts';

const samples = [
  '# A title\n\nIt is **strong**, *soft* or `code`.\n',
  '- An item with a [link](/a)\n- [ ] a ~~task~~\n\n1. One\n2. Two\n',
  '> A *quote*\n\n| a | b |\n| - | -: |\n| 1 | **2** |\n',
  '```js\nconst a = 1;\n```\n\n---\n\n![It](/it.png), __both__ & _all_\\*\n',
];
/** Browsers compile a function when it is first called, and optimise it when it is called again. */
const times = 3;

/** Exercises every part of the parser while the page is idle, so that the first reply is fast. */
export function warmUpParser(): void {
  const texts = samples.flatMap((sample) => Array<string>(times).fill(sample));
  function one() {
    const text = texts.shift();
    if (text === undefined) return;
    parse(text);
    parseInline(text, Object.create(null), false);
    whenIdle(one);
  }
  whenIdle(one);
}
