import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { providerNames, providerOf } from './catalog.ts';
import { ConnectionIcon } from './connection-icon.tsx';
import { presets } from './presets.ts';

const connections = [
  ...providerNames.map((provider) => ({ provider, endpoint: providerOf(provider).defaultEndpoint })),
  ...Object.values(presets).map(({ endpoint }) => ({ provider: 'openai' as const, endpoint })),
];

test.each(connections)(
  'the icon of $provider at $endpoint is a drawing in the page itself: nothing is fetched for it [LIST-12]',
  ({ provider, endpoint }) => {
    const markup = renderToStaticMarkup(
      createElement(ConnectionIcon, { provider, endpoint, label: 'Its name' }),
    );
    expect(markup).toMatch(/^<svg [^>]*role="img" aria-label="Its name"/);
    expect(markup).toMatch(/<(path d|circle cx)="/);
    expect(markup).not.toMatch(/<(?!\/?(svg|path|circle)\b)|href|src|url\(/);
  },
);
