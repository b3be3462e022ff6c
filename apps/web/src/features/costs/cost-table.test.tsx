import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { noUsage } from '../usage/sums/index.ts';
import { CostTable } from './cost-table.tsx';

const shown = (count: number) => {
  const lines = Array.from({ length: count }, (_, at) => ({
    key: `${at}`,
    name: `Chat ${at}`,
    sum: noUsage,
  }));
  return renderToStaticMarkup(<CostTable caption="Costs" first="Conversation" lines={lines} />);
};

test('of three thousand conversations, the costs of fifty are listed, and more on request', () => {
  const all = shown(3_000);
  expect(all.split('<tr>').length - 2).toBe(50);
  expect(all).toContain('Show more of 3,000 lines');
  expect(shown(50)).not.toContain('Show more');
});
