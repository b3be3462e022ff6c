import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { catalogue } from '../../../keys/index.ts';
import type { Thread } from '../../../thread/index.ts';
import { reply } from '../testing/messages.ts';
import { CostCard, ReplyCost } from './reply-cost.tsx';
import { spentOn } from './spending.ts';

await catalogue.fetch();

function said(more: Parameters<typeof reply>[1]): string {
  const message = reply('Hello', more);
  const thread = { read: () => ({ messages: [message] }) } as unknown as Thread;
  return renderToStaticMarkup(<ReplyCost reply={message} thread={thread} />).replace(/<[^>]*>/g, '');
}

test('a reply says its money, or its tokens where no price is known, and marks what is estimated [COST-20 COST-21]', () => {
  expect(said({ usage: { input: 1_000_000, output: 200_000 } })).toBe('$0.35');
  expect(said({ error: { type: 'stopped' } })).toMatch(/^≈/);
  expect(said({})).toBe('');
});

test('its card explains the tokens and the money [COST-20]', () => {
  const message = reply('Hello', { usage: { input: 1_000_000, output: 200_000 } });
  const known = catalogue.loaded();
  const spent = known && spentOn(message, () => [], known);
  if (!spent) throw new Error('Nothing was counted.');
  const card = (usd = spent.usd) =>
    renderToStaticMarkup(<CostCard {...known} spent={{ ...spent, usd }} asked={message.asked} />).replace(
      /<[^>]*>/g,
      ' ',
    );
  expect(card()).toMatch(/Model\s+GPT-6 Luna/);
  expect(card()).toMatch(/Tokens read\s+1,000,000\s+Tokens written\s+200,000\s+Price\s+\$0\.35/);
  expect(card()).toContain('charges it to your key');
  expect(card(null)).toMatch(/Price\s+not known/);
});
