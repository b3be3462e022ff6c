import { content } from '@polylogue/imitation';

/** One message of the bench's conversation, and what the bare page shows of it. */
export interface BenchMessage {
  role: 'user' | 'assistant';
  markdown: string;
  html: string;
}

/** The longest conversation; a shorter one is its end, so that all look alike when opened. */
export const longest = 5000;

/** The last `count` messages of a conversation that is the same every time: questions, and replies of every make. */
export const conversation = (count: number): BenchMessage[] =>
  Array.from({ length: count }, (_, at) => longest - count + at).map((at) =>
    at % 2 === 0 ? question(at / 2) : reply((at - 1) / 2),
  );

interface Block {
  markdown: string;
  html: string;
}
/** A block of its kind, another one for every number. */
type Kind = (at: number) => Block;

const sentences = content('prose', 20_000)
  .split(/(?<=[.?!])\s+/)
  .slice(0, -1);
const codeLines = content('code', 8_000).split('\n').slice(1, -1);
const languages = ['js', 'python', 'sql', 'bash'];

// Knuth's multiplier: neighbouring numbers land far apart, and the same number always in the same place
const scattered = (at: number) => Math.imul(at + 1, 0x9e37_79b1) >>> 8;
const from = (list: readonly string[], at: number) => list[scattered(at) % list.length] ?? '';
const several = <Thing>(count: number, make: (index: number) => Thing) =>
  Array.from({ length: count }, (_, index) => make(index));

const paragraph: Kind = (at) => {
  const [first, ...rest] = several(3 + (scattered(at) % 3), (index) => from(sentences, at * 8 + index));
  // real replies are full of multi-byte characters
  const text = ` — ${rest.join(' ')}`;
  return { markdown: `**${first}**${text}`, html: `<p><strong>${first}</strong>${text}</p>` };
};

const heading: Kind = (at) => {
  const words = from(sentences, at * 8)
    .split(' ')
    .slice(0, 4)
    .join(' ');
  return { markdown: `## ${words}`, html: `<h2>${words}</h2>` };
};

const list: Kind = (at) => {
  const items = several(
    3 + (scattered(at) % 4),
    (index) => `${from(sentences, at * 8 + index)} (${at}.${index})`,
  );
  return {
    markdown: items.map((item) => `- ${item}`).join('\n'),
    html: `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`,
  };
};

const code: Kind = (at) => {
  const lines = several(5 + (scattered(at) % 12), (index) => from(codeLines, at * 32 + index)).join('\n');
  const language = from(languages, at);
  return {
    markdown: `\`\`\`${language}\n${lines}\n\`\`\``,
    html: `<pre><code>${lines}</code></pre>`,
  };
};

const table: Kind = (at) => {
  const head = ['Name', 'Count', 'Remark'];
  const rows = several(3 + (scattered(at) % 4), (index) => [
    `${at}.${index}`,
    String((at * 37 + index * 11) % 1000),
    from(sentences, at * 8 + index),
  ]);
  const drawn = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return {
    markdown: [drawn(head), '| --- | ---: | --- |', ...rows.map(drawn)].join('\n'),
    html: `<table>${row(head, 'th')}${rows.map((cells) => row(cells, 'td')).join('')}</table>`,
  };
};

/** The make-up of replies, in turn: some are short, some a page long. The last one ends in a list. */
const makes: readonly (readonly Kind[])[] = [
  [paragraph],
  [heading, paragraph, code, paragraph],
  [paragraph, table, paragraph],
  [paragraph, list],
  [heading, paragraph, list, heading, paragraph, code, list],
  [paragraph, code],
  [paragraph, paragraph, code, paragraph, table, paragraph],
  [paragraph, paragraph],
];

function reply(at: number): BenchMessage {
  const make = makes[at % makes.length] ?? [];
  const blocks = make.map((kind, index) => kind(at * 8 + index));
  return {
    role: 'assistant',
    markdown: blocks.map(({ markdown }) => markdown).join('\n\n'),
    html: blocks.map(({ html }) => html).join('\n'),
  };
}

function question(at: number): BenchMessage {
  const text = several(1 + (at % 3), (index) => from(sentences, longest * 8 + at * 3 + index)).join(' ');
  return { role: 'user', markdown: text, html: `<p>${text}</p>` };
}
