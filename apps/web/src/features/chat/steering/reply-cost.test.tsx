import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Thread } from '../../thread/index.ts';
import { catalogue } from './model-catalogue.ts';
import { ReplyCost } from './reply-cost.tsx';
import { reply } from './testing/messages.ts';

await catalogue.fetch();

function said(more: Parameters<typeof reply>[1]): string {
  const message = reply('Hello', more);
  const thread = { read: () => ({ messages: [message] }) } as unknown as Thread;
  return renderToStaticMarkup(<ReplyCost reply={message} thread={thread} />).replace(/<[^>]*>/g, '');
}

test('a reply says its tokens and its money, and marks what is estimated [COST-20 COST-21]', () => {
  expect(said({ usage: { input: 1_000_000, output: 200_000 } })).toBe('1,000,000 in · 200,000 out · $0.35');
  expect(said({ error: { type: 'stopped' } })).toMatch(/^≈.+ in · ≈.+ out · ≈/);
  expect(said({})).toBe('');
});
