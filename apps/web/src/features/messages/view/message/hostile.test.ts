import { beforeAll, expect, test } from 'vitest';
import { type DrawMessage, messagePainter } from '../../testing/draw-message.ts';
import { corpus } from '../../testing/hostile-texts.ts';
import { question, reply } from '../../testing/sample-messages.ts';

let draw: DrawMessage;

beforeAll(async () => {
  draw = await messagePainter();
}, 60_000);

const elements = new Set(
  `a article blockquote br button circle code dd del details div dl dt em figcaption figure g h2 h3 h4 h5 h6 hr li ol p path pre rect
  section span strong summary sup svg table tbody td th thead time tr ul`.match(/\w+/g),
);
const attributes =
  /^(aria-[\w-]+|data-[\w-]+|class|colspan|cx|cy|d|dateTime|dir|fill|focusable|height|id|lang|open|r|rel|role|rx|scope|start|stroke[\w-]*|tabindex|target|title|type|viewBox|width|x|y)$/;

/** What a text may not make of itself: each of these would run, load or lead somewhere. */
function complaints(markup: string): string[] {
  const found: string[] = [];
  const left = markup.replaceAll(
    /<(\/?)([\w:-]+)((?: [\w:-]+="[^"<>]*")*)\/?>/g,
    (tag, _, name: string, rest: string) => {
      if (!elements.has(name)) found.push(tag);
      for (const [, attribute = '', value = ''] of rest.matchAll(/ ([\w:-]+)="([^"]*)"/g)) {
        if (attribute === 'href' && /^(https?:\/\/|mailto:|#)/.test(value)) continue;
        if (attribute === 'style' && !/url|image|expression|@|position/i.test(value)) continue;
        if (!attributes.test(attribute)) found.push(tag);
      }
      return '';
    },
  );
  return left.includes('<') ? [...found, left] : found;
}

test('a page made by hand that runs or loads something is noticed', () => {
  expect(complaints('<p dir="auto">1 &lt; 2</p>')).toEqual([]);
  for (const one of [
    '<script>hacked=1</script>',
    '<img src="https://evil.example/x.png"/>',
    '<p onclick="hacked=1">x</p>',
    '<a href="javascript:hacked=1">x</a>',
    '<p style="background:url(https://evil.example)">x</p>',
    '<p a=b>x</p>',
  ]) {
    expect(complaints(one)).not.toEqual([]);
  }
});

test.each(Object.entries(corpus))(
  '%s, as a message, as a reply or as what the model thinks, are words and links alone [HOST-01 HOST-03]',
  (_, payloads) => {
    for (const payload of payloads) {
      for (const message of [question('m', payload), reply('m', payload, payload)]) {
        const markup = draw(message);
        expect(markup).toContain(message.role === 'user' ? 'data-blocks' : 'data-reasoning');
        expect(complaints(markup)).toEqual([]);
      }
    }
  },
);

test('there are more than 200 of them', () => {
  expect(Object.values(corpus).flat().length).toBeGreaterThan(200);
});
