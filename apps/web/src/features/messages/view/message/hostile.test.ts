import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test, vi } from 'vitest';
import { live } from '../../../../lib/state/live.ts';
import { corpus } from '../../testing/hostile-texts.ts';
import { question, reply } from '../../testing/sample-messages.ts';
import type { MessageExtras, MessageIntents } from '../intents.ts';
import type { ListState } from '../list-state.ts';
import type { ListedMessage } from '../message.ts';

let draw: (message: ListedMessage) => string;

beforeAll(async () => {
  // The part of a browser that is checked when the modules load.
  vi.stubGlobal('IntersectionObserver', class {});
  vi.stubGlobal('innerWidth', 1440);
  vi.stubGlobal('innerHeight', 900);
  vi.stubGlobal('addEventListener', () => {});
  const { markdown } = await import('../../blocks/load-markdown.ts');
  await markdown.fetch();
  const { MessageView } = await import('./message-view.tsx');
  const { openEdits } = await import('../edit/edits.ts');
  const { RowMemory } = await import('../row-memory.ts');
  const idle: ListState = { messages: [], forks: {}, sentFrom: null, pending: { type: 'idle' } };
  const source = live<ListState, never>(idle, (state) => state);
  const extras: MessageExtras = {
    error: () => null,
    author: () => null,
    more: () => null,
    replyItems: [],
    hasQuestion: () => false,
  };
  const row = { position: 1, count: 1, row: () => {}, isNewest: false, canRetry: false, fork: null };
  const open = new Map([['m', { isReasoningOpen: true }]]);
  draw = (message) =>
    renderToStaticMarkup(
      createElement(
        RowMemory,
        { value: open },
        createElement(MessageView, {
          ...row,
          isFirstSent: false,
          message,
          source,
          edits: openEdits(),
          intents: {} as MessageIntents,
          extras,
        }),
      ),
    );
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
