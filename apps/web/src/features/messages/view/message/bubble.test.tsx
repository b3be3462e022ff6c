import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { reply } from '../../testing/sample-messages.ts';
import { Bubble } from './bubble.tsx';

test.each([
  [390, true],
  [1_440, false],
])('on a screen %d px wide, a paragraph of 120 words can be folded: %s [LIST-36]', (width, canFold) => {
  vi.stubGlobal('innerWidth', width);
  const bubble = (
    <Bubble message={reply('a', 'word '.repeat(120))} actions={null}>
      Hello
    </Bubble>
  );
  expect(renderToStaticMarkup(bubble).includes('Collapse message')).toBe(canFold);
});

test('an answer that broke off before its first word has no bubble, only the actions on it', () => {
  const shown = (text: string) =>
    renderToStaticMarkup(
      <Bubble message={reply('a', text)} actions="Regenerate">
        Hello
      </Bubble>,
    );
  expect(shown('')).not.toContain('Hello');
  expect(shown('')).toContain('Regenerate');
  expect(shown('Hello')).toContain('Hello');
});
