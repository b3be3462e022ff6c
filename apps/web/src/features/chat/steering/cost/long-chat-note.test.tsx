import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LongChatNote } from './long-chat-note.tsx';
import { openMeter } from './open-meter.ts';

/** What is said above the text box. */
function said(tokens: number): string {
  const meter = openMeter();
  meter.dispatch({ tokens, window: 1_000, isEstimate: false, sentFrom: null });
  const note = <LongChatNote meter={meter} model="gpt-9" onDropOldest={() => {}} onChooseModel={() => {}} />;
  return renderToStaticMarkup(note).replace(/<[^>]*>/g, '');
}

test.each([
  [890, ''],
  [950, 'This conversation leaves gpt-9 no room to answer'],
  [1_001, 'This conversation is longer than gpt-9 can read'],
])('with %d of 1,000 tokens it says: %s [COST-17]', (tokens, sentence) => {
  if (sentence === '') expect(said(tokens)).toBe('');
  else expect(said(tokens)).toContain(sentence);
});
