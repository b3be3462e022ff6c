import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const dist = join(import.meta.dirname, '../apps/web/dist');

/** The hosts that the built app names: in requests, in links, and in comments of libraries. */
const known = {
  providers: [
    'api.openai.com',
    'generativelanguage.googleapis.com',
    'api.anthropic.com',
    'api.deepseek.com',
    'api.x.ai',
    'platform.openai.com',
    'platform.claude.com',
    'platform.deepseek.com',
    'console.x.ai',
    'aistudio.google.com',
  ],
  'servers that are offered beside them': ['openrouter.ai'],
  'the challenge, where it is configured': ['challenges.cloudflare.com'],
  namespaces: ['www.w3.org', 'www.eclipse.org'],
  'words of libraries': [
    'react.dev',
    'base-ui.com',
    'github.com',
    'rolldown.rs',
    'chevrotain.io',
    'langium.org',
    'en.wikipedia.org',
    'katex.org',
    'mermaid.js.org',
  ],
  'where the picker of emojis would fetch them if they were not part of the build': ['cdn.jsdelivr.net'],
  'no host at all': ['polylogue.invalid', 'localhost', 'example.com'],
};

test('what is built names no host beyond those it needs, and shows no source [HOST-06 CHECK-88]', () => {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  expect(files.filter((name) => name.endsWith('.map'))).toEqual([]);
  const texts = files.filter((name) => /\.(js|css|html|webmanifest|svg)$/.test(name));
  expect(texts.length).toBeGreaterThan(50);
  const hosts = new Set<string>();
  for (const name of texts) {
    const text = readFileSync(join(dist, name), 'utf8');
    expect(text, name).not.toContain('sourceMappingURL');
    for (const [, host = ''] of text.matchAll(/https?:\/\/([a-z0-9.-]+\.[a-z]{2,}|localhost)/gi))
      hosts.add(host);
  }
  const expected = new Set<string>(Object.values(known).flat());
  expect([...hosts].filter((host) => !expected.has(host))).toEqual([]);
});

test('most of what /chat needs at once is compiled while it is still downloading', () => {
  const page = readFileSync(join(dist, 'chat.html'), 'utf8');
  // The page names some of them twice: to run them, and to fetch them early.
  const files = new Set(page.match(/assets\/(?:react|app|chat)-[\w-]+\.js/g));
  const starts = Array.from(files, (file) => readFileSync(join(dist, file), 'utf8').split('\n', 1)[0]);
  expect(starts).toEqual(['app', 'react', 'chat'].map(() => '//# allFunctionsCalledOnLoad'));
});
