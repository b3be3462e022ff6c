import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { PrivacyPage, TermsPage } from './index.ts';

/** What a page shows, tags and all but one space between words left out. */
const wordsOf = (path: string, Page: typeof TermsPage) =>
  renderToStaticMarkup(
    <Router ssrPath={path}>
      <Page />
    </Router>,
  )
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

test('the terms say since when they count, and name what the product is about [LEGAL-01 LEGAL-03 LEGAL-04]', () => {
  const terms = wordsOf('/terms', TermsPage);
  for (const words of [
    'Terms and Conditions Effective date 02/02/2025',
    'You connect chat providers with API tokens of your own (also called API keys), store chat messages and manage uploaded files, on a pay-per-use basis.',
    'Your conversations are kept in your browser and, while you are signed in, in your account',
  ])
    expect(terms).toContain(words);
});

test('the privacy policy says when it was written, and what is stored where [LEGAL-02 LEGAL-03 LEGAL-04]', () => {
  const policy = wordsOf('/privacy', PrivacyPage);
  for (const words of [
    'Privacy Policy Last updated 02/02/2025',
    'The API token (key), endpoint and model of each provider you set up.',
    'An access token and a refresh token',
    'Chat messages While you are signed in: your conversations',
    'Nothing of a temporary conversation reaches this server, and of one without an account only the files',
    'Uploaded files The file, its name, type and size.',
    'What you use is pay-per-use between you and the provider',
  ])
    expect(policy).toContain(words);
});
