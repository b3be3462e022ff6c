import type { ProviderName } from '@polylogue/providers';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { providerNames, providerOf } from './catalog.ts';
import { ConnectionIcon } from './connection-icon.tsx';
import { drawings } from './mark.tsx';
import { presets } from './presets.ts';

const connections = [
  ...providerNames.map((provider) => ({ provider, endpoint: providerOf(provider).defaultEndpoint })),
  ...Object.values(presets).map(({ endpoint }) => ({ provider: 'openai' as const, endpoint })),
];

beforeAll(() => drawings.fetch());

const markupOf = (provider: ProviderName, endpoint: string) =>
  renderToStaticMarkup(createElement(ConnectionIcon, { provider, endpoint, label: 'Its name' }));

test('a server that only speaks OpenAI’s format does not bear OpenAI’s mark; a gateway to another provider bears that provider’s', () => {
  const own = providerOf('openai').defaultEndpoint;
  expect(markupOf('openai', 'https://ai.example/v1')).not.toBe(markupOf('openai', own));
  expect(markupOf('openai', '')).toBe(markupOf('openai', own));
  expect(markupOf('grok', 'https://ai.example/v1')).toBe(
    markupOf('grok', providerOf('grok').defaultEndpoint),
  );
});

test.each(connections)(
  'the icon of $provider at $endpoint is a drawing in the page itself: nothing is fetched for it [LIST-12]',
  ({ provider, endpoint }) => {
    const markup = markupOf(provider, endpoint);
    expect(markup).toMatch(/^<svg [^>]*role="img" aria-label="Its name"/);
    expect(markup).toMatch(/<path (opacity="\.3" )?d="/);
    expect(markup).not.toMatch(/<(?!\/?(svg|path|circle)\b)|href|src|url\(/);
  },
);
