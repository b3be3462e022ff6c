import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { question, reply } from '../../testing/sample-messages.ts';
import type { ListedMessage } from '../message.ts';
import { Foldable } from './foldable.tsx';
import { MessageFrame } from './message-frame.tsx';

/** The declarations of a class in a style sheet next to this file, one a line. */
function styleOf(file: string, name: string): string {
  const css = readFileSync(new URL(file, import.meta.url), 'utf8');
  const [, style = ''] = css.match(new RegExp(`^\\.${name} \\{\\n([^}]*)\\}`, 'm')) ?? [];
  return style;
}

const frame = (message: ListedMessage, isNewest: boolean) =>
  renderToStaticMarkup(
    <MessageFrame message={message} position={1} count={2} row={() => {}} isNewest={isNewest} by="Ada">
      Hello
    </MessageFrame>,
  );
const area = (isFolded: boolean) =>
  renderToStaticMarkup(
    <Foldable isFolded={isFolded} onToggle={() => {}}>
      Hello
    </Foldable>,
  );

test('a folded message is 200 px high and scrolls; one in full is as high as it is [CONST-07]', () => {
  expect(area(true)).toMatch(/class="[^"]*_folded_/);
  expect(area(false)).not.toContain('_folded_');
  const style = styleOf('foldable.module.css', 'folded');
  expect(style).toContain(' block-size: 200px;');
  expect(style).toContain(' overflow-y: auto;');
  expect(styleOf('foldable.module.css', 'foldable')).not.toContain('block-size');
});

test('only the newest message fades in, over 0.2 s where motion is welcome [CONST-11]', () => {
  expect(frame(reply('2', 'Hello'), true)).toMatch(/class="[^"]*_newest_/);
  for (const older of [reply('2', 'Hello'), question('1', 'Hello')])
    expect(frame(older, false)).not.toContain('_newest_');
  expect(styleOf('message-frame.module.css', 'newest')).toContain('animation: fade-in var(--soft)');
  const tokens = readFileSync(new URL('../../../../ui/tokens.css', import.meta.url), 'utf8');
  const [, welcome = ''] = tokens.split('@media (prefers-reduced-motion: no-preference) {');
  expect(welcome.slice(0, welcome.indexOf('}'))).toContain('--soft: 0.2s;');
  const sheet = readFileSync(new URL('message-frame.module.css', import.meta.url), 'utf8');
  expect(sheet).toMatch(/@keyframes fade-in \{\s*from \{\s*opacity: 0;/);
});
