import { catalog, type ProviderName, providerNames } from '@polylogue/providers';
import { expect, test } from 'vitest';
import { suggestionsFor } from './suggestions.ts';

const titlesFor = (type: ProviderName, endpoint = catalog[type].defaultEndpoint) =>
  suggestionsFor({ type, config: { apiKey: 'none', endpoint, model: 'any' } }).map(({ title }) => title);

test.each(providerNames)('there are four different suggestions for %s [BEGIN-02]', (name) => {
  expect(new Set(titlesFor(name)).size).toBe(4);
});

test('the suggestions are of the kinds that the model is good at [BEGIN-02]', () => {
  expect(titlesFor('grok')).toContain('Catch up on the news');
  expect(titlesFor('deepseek')).toContain('Work out a loan');
  expect(titlesFor('anthropic')).toContain('Sum up a long text');
  expect(titlesFor('anthropic')).not.toContain('Catch up on the news');
});

test('nothing is assumed of the model on a server of one’s own [BEGIN-02]', () => {
  const own = titlesFor('openai', 'http://localhost:11434/v1/chat/completions');
  expect(own).toContain('Plan five dinners');
  expect(own).not.toContain('Write a small script');
});
