import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { ErrorNote } from './error-note.tsx';

test.each([
  [45, 'Retry in 45 s'],
  [75, 'Retry in 1:15 min'],
  [3_599, 'Retry in 59:59 min'],
  [3_600, 'Retry in 1:00 h'],
  [86_400, 'Retry in 24:00 h'],
])('who has to wait %d seconds reads "%s" [ERR-17]', (seconds, words) => {
  vi.useFakeTimers({ now: 0 });
  const retryAt = seconds * 1_000;
  const error = { text: 'Too many requests.', isFailure: true, canContinue: false, remedies: [], retryAt };
  const note = <ErrorNote error={error} canRetry onRetry={() => {}} onContinue={() => {}} />;
  expect(renderToStaticMarkup(note)).toContain(words);
  vi.useRealTimers();
});
