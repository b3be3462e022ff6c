import { beforeAll, expect, test } from 'vitest';
import { type DrawMessage, messagePainter } from '../../testing/draw-message.ts';
import { question, reply } from '../../testing/sample-messages.ts';
import type { ListedMessage } from '../message.ts';

let draw: DrawMessage;

beforeAll(async () => {
  draw = await messagePainter();
}, 60_000);

const everything = `# Heading one

A paragraph with **bold**, *italic*, ~~gone~~ and \`code\`.

- first
- second
  - nested

1. one
2. two

- [x] done
- [ ] to do

| Name | Count |
| --- | ---: |
| apples | 3 |

> A quote with [a link](https://example.com/page).

\`\`\`js
const answer = 42;
\`\`\`
`;

const bodyOf = (message: ListedMessage) =>
  /data-blocks="true">(.*)<div [^>]*data-actions/s.exec(draw(message))?.[1] ?? '';

/** What stands in the elements of this name, without their markup. */
const inside = (markup: string, name: string) =>
  [...markup.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, 'gs'))].map((match) =>
    (match[1] ?? '').replaceAll(/<[^>]*>/g, ''),
  );

test('a reply is drawn as markdown: headings, lists, tasks, tables, quotes, code [LIST-29]', () => {
  const markup = bodyOf(reply('m', everything));
  const drawn = Object.fromEntries(
    ['h2', 'strong', 'em', 'del', 'ol', 'th', 'td', 'blockquote', 'pre'].map((name) => [
      name,
      inside(markup, name),
    ]),
  );
  expect(drawn).toEqual({
    h2: ['Heading one'],
    strong: ['bold'],
    em: ['italic'],
    del: ['gone'],
    ol: ['onetwo'],
    th: ['Name', 'Count'],
    td: ['apples', '3'],
    blockquote: ['A quote with a link.'],
    pre: ['const answer = 42;'],
  });
  expect(inside(markup, 'li')).toEqual(expect.arrayContaining(['first', 'secondnested', 'done', 'to do']));
  expect(markup.match(/role="img" aria-label="[^"]*"/g)).toEqual([
    'role="img" aria-label="Done:"',
    'role="img" aria-label="To do:"',
  ]);
});

test('links open in a new tab that knows nothing of us [LIST-30]', () => {
  const links = bodyOf(
    reply('m', 'See [a link](https://example.com/page), <https://example.com/auto>.'),
  ).match(/<a [^>]*>/g);
  expect(links).toEqual(
    ['page', 'auto'].map(
      (path) => `<a href="https://example.com/${path}" target="_blank" rel="noopener noreferrer nofollow">`,
    ),
  );
});

test('HTML stays text, and the newlines of a person stay lines [LIST-31]', () => {
  const typed = 'fine\n<b>not bold</b>\n<script>hacked = 1</script>';
  const words = ['fine', '&lt;b&gt;not bold&lt;/b&gt;', '&lt;script&gt;hacked = 1&lt;/script&gt;'];
  expect(bodyOf(question('m', typed))).toContain(`<p>${words.join('<br/>')}</p>`);
  expect(bodyOf(reply('m', typed))).toContain(`<p>${words.join('\n')}</p>`);
});

test('an image on another host is a card that names the host and opens in a new tab [LIST-32]', () => {
  const markup = bodyOf(reply('m', '![a foreign image](https://tracker.example/pixel.png)'));
  expect(markup).toMatch(/<a [^>]*href="https:\/\/tracker\.example\/pixel\.png" target="_blank"/);
  expect(inside(markup, 'a')).toEqual(['a foreign image from tracker.example']);
  expect(markup).not.toContain('<img');
});
