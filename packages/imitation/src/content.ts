import { mulberry32 } from './mulberry32.ts';

/** What a generated text is made of. All but `prose` and `mixed` are one single block, however long. */
export const contentKinds = ['prose', 'mixed', 'list', 'table', 'quote', 'code'] as const;
export type ContentKind = (typeof contentKinds)[number];

/** Characters in what the imitation calls a token. */
export const tokenLength = 4;

/** `tokens` tokens of text, the same for the same arguments every time: exactly `tokens × 4` UTF-16 units. */
export function content(kind: ContentKind, tokens: number): string {
  const length = tokens * tokenLength;
  const chance = dice(kind.length * 7919 + 17);
  const blocks = generators[kind](chance);
  let text = '';
  while (text.length < length) text += blocks.next().value;
  return wholeCharacters(text.slice(0, length));
}

/** Cuts text into the pieces it is streamed in, `length` UTF-16 units each; a surrogate pair is never split. */
export function* pieces(text: string, length = tokenLength): Generator<string, void> {
  let from = 0;
  while (from < text.length) {
    let to = Math.min(from + length, text.length);
    if (to < text.length && isHighSurrogate(text.charCodeAt(to - 1))) to += 1;
    yield text.slice(from, to);
    from = to;
  }
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const wholeCharacters = (text: string) =>
  isHighSurrogate(text.charCodeAt(text.length - 1)) ? `${text.slice(0, -1)} ` : text;

type Chance = (below: number) => number;
type Blocks = Generator<string, never>;

function dice(seed: number): Chance {
  const next = mulberry32(seed);
  return (below) => next() % below;
}

const words = (
  'a river carries small stones while the slow morning light settles over quiet roofs and someone reads ' +
  'aloud about maps gardens engines letters music numbers winter bread harbours glass copper paper trains ' +
  'every careful answer begins with one plain question then grows until its shape becomes clear to all who ' +
  'listen measure compare doubt repair build explain remember forget return between before after under near ' +
  'café naïve jalapeño résumé'
).split(' ');

const one = <Thing>(list: readonly Thing[], chance: Chance) => list[chance(list.length)] as Thing;

function phrase(chance: Chance, from: number, to: number): string {
  const chosen = Array.from({ length: from + chance(to - from + 1) }, () => one(words, chance));
  return chosen.join(' ');
}

function sentence(chance: Chance): string {
  const text = phrase(chance, 6, 16);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${one(['.', '.', '.', '?', '!'], chance)}`;
}

const sentences = (chance: Chance, count: number) =>
  Array.from({ length: count }, () => sentence(chance)).join(' ');

function richSentence(chance: Chance): string {
  const start = phrase(chance, 3, 7);
  const marked = one(
    [
      `**${phrase(chance, 1, 3)}**`,
      `*${phrase(chance, 1, 2)}*`,
      `\`${one(words, chance)}(${chance(100)})\``,
      `[${phrase(chance, 1, 3)}](https://example.com/${one(words, chance)})`,
      `~~${phrase(chance, 1, 2)}~~`,
      `${one(['日本語', '🙂', 'Ω ≈ 3', '—'], chance)}`,
    ],
    chance,
  );
  return `${start.charAt(0).toUpperCase()}${start.slice(1)} ${marked} ${phrase(chance, 3, 8)}.`;
}

const codeLine = (chance: Chance, indent: number) =>
  `${'  '.repeat(indent)}${one(
    [
      `const ${one(words, chance)} = ${chance(1000)};`,
      `if (${one(words, chance)} > ${chance(50)}) return '${one(words, chance)}';`,
      `// ${phrase(chance, 4, 9)}`,
      `${one(words, chance)}.push({ name: '${one(words, chance)}', size: ${chance(500)} });`,
    ],
    chance,
  )}\n`;

const tableRow = (chance: Chance) =>
  `| ${phrase(chance, 1, 3)} | ${chance(10_000)} | \`${one(words, chance)}\` | ${phrase(chance, 2, 6)} |\n`;
const tableHead = '| Name | Count | Sign | Remark |\n| --- | ---: | :---: | --- |\n';

const mixedBlocks: ((chance: Chance) => string)[] = [
  (chance) => `## ${phrase(chance, 2, 5)}\n\n`,
  (chance) => `${richSentence(chance)} ${sentences(chance, 2)} ${richSentence(chance)}\n\n`,
  (chance) => `${sentences(chance, 3)}\n\n`,
  (chance) =>
    `${Array.from({ length: 3 + chance(4) }, () => `- ${richSentence(chance)}\n`).join('')}  - ${sentence(chance)}\n\n`,
  (chance) => `${richSentence(chance)} ${sentences(chance, 3)}\n\n`,
  (chance) =>
    `${Array.from({ length: 3 + chance(3) }, (_, at) => `${at + 1}. ${sentence(chance)}\n`).join('')}\n`,
  (chance) =>
    `\`\`\`js\nfunction ${one(words, chance).replace(/\W/g, '')}() {\n${Array.from({ length: 4 + chance(8) }, () => codeLine(chance, 1)).join('')}}\n\`\`\`\n\n`,
  (chance) => `${sentences(chance, 2)} ${richSentence(chance)}\n\n`,
  (chance) => `> ${sentences(chance, 2)}\n> ${richSentence(chance)}\n\n`,
  (chance) => `${tableHead}${Array.from({ length: 3 + chance(4) }, () => tableRow(chance)).join('')}\n`,
  (chance) => `- [x] ${sentence(chance)}\n- [ ] ${sentence(chance)}\n\n`,
];

const generators: Record<ContentKind, (chance: Chance) => Blocks> = {
  *prose(chance) {
    for (;;) yield `${sentences(chance, 3 + chance(4))}\n\n`;
  },
  *mixed(chance) {
    for (;;) for (const block of mixedBlocks) yield block(chance);
  },
  *list(chance) {
    for (;;) yield `- ${chance(3) ? sentence(chance) : richSentence(chance)}\n`;
  },
  *table(chance) {
    yield tableHead;
    for (;;) yield tableRow(chance);
  },
  *quote(chance) {
    for (;;) yield chance(5) ? `> ${sentence(chance)}\n` : `> ${richSentence(chance)}\n>\n`;
  },
  *code(chance) {
    yield '```js\n';
    for (;;) yield codeLine(chance, chance(4));
  },
};
