import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { personColour } from '../../../../ui/index.ts';
import { question, reply } from '../../testing/sample-messages.ts';
import type { ListedMessage } from '../message.ts';
import { MessageFrame } from './message-frame.tsx';

const css = readFileSync(new URL('./message-frame.module.css', import.meta.url), 'utf8');
const rule = (selector: string) => css.slice(css.indexOf(`\n${selector} {`)).match(/\{([^}]*)\}/)?.[1] ?? '';

const draw = (message: ListedMessage) =>
  renderToStaticMarkup(
    <MessageFrame message={message} position={1} count={1} row={() => {}} isNewest={false} by="Someone">
      Hello
    </MessageFrame>,
  );

test('a line on the side of whoever speaks has their colour, or that of the AI [LOOK-23]', () => {
  expect(rule('.message')).toContain('--voice: var(--me, var(--person-3));');
  expect(rule('.assistant')).toContain('--voice: var(--accent);');
  expect(rule('.message::before')).toMatch(
    /inset-inline-start: calc\(-1 \* var\(--thread\)\);\s+inline-size: var\(--thread-width\);/,
  );
  expect(rule('.own::before')).toContain('inset-inline: auto calc(-1 * var(--thread));');
  // The bubble touches it.
  expect(rule('.bubble')).toContain('margin-inline-start: var(--to-thread);');
  expect(rule('.own .bubble')).toContain('margin-inline: 0 var(--to-thread);');
  expect(rule('.message::before')).toContain('background: var(--voice);');

  expect(draw(reply('a', 'Hello'))).toMatch(/class="[^"]*_assistant_/);
  expect(draw(question('b', 'Hello'))).not.toMatch(/style=|_assistant_/);
  const grace = { id: 'grace', name: 'Grace', picture: null };
  expect(draw({ ...question('c', 'Hello'), by: grace })).toContain(
    `style="--voice:${personColour('grace')}"`,
  );
});
