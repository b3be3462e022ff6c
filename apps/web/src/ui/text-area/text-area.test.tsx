import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TextArea } from './text-area.tsx';

test('a text that is too long says so at its field, wherever it is, and gives way to what is worse', () => {
  const shown = (typed: number, error?: string) =>
    renderToStaticMarkup(<TextArea label="Text" typed={typed} most={32_000} error={error} />);
  expect(shown(32_000)).not.toContain('aria-invalid');
  expect(shown(32_001)).toMatch(/aria-invalid="true".*role="alert">Shorten it to 32,000 characters</);
  expect(shown(32_001, 'It has a key')).toMatch(/role="alert">It has a key</);
});
