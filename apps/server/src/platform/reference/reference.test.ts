import { api, openapi } from '@polylogue/contract';
import { expect, test } from 'vitest';
import { requestRaw } from '../../testing/raw.ts';
import { startServer } from '../../testing/server.ts';
import { escaped } from './page.ts';

const text = (page: string) => page.replace(/<[^>]*>/g, '');

test('/api/docs shows every endpoint with its description, and every possible refusal', async () => {
  const { port } = await startServer();
  const { status, headers, text: page } = await requestRaw(port, '/api/docs');
  expect({ status, type: headers['content-type'] }).toEqual({
    status: 200,
    type: 'text/html; charset=utf-8',
  });
  for (const table of Object.values(api)) {
    for (const route of Object.values(table)) {
      expect(text(page)).toContain(`${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')}`);
      expect(page).toContain(escaped(route.summary));
      for (const refusal of route.refusals) expect(page).toMatch(new RegExp(`<code>[^<]*\\b${refusal}\\b`));
    }
  }
});

test('/api/docs contains nothing that our content security policy would block', async () => {
  const { port } = await startServer();
  const { text: page } = await requestRaw(port, '/api/docs');
  expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:|https?:\/\//i);
  const styles = await requestRaw(port, '/api/docs.css');
  expect(styles).toMatchObject({ status: 200, headers: { 'content-type': 'text/css; charset=utf-8' } });
  expect(styles.text).not.toMatch(/@import|url\(/);
});

test('every link within /api/docs leads somewhere, and no id occurs twice', async () => {
  const { port } = await startServer();
  const { text: page } = await requestRaw(port, '/api/docs');
  const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
});

test('/api/openapi.json is the contract’s own description', async () => {
  const { port } = await startServer();
  expect(JSON.parse((await requestRaw(port, '/api/openapi.json')).text)).toEqual(
    JSON.parse(JSON.stringify(openapi(api))),
  );
});

test('a description is text, never markup', () => {
  expect(escaped('<b>&"')).toBe('&#60;b&#62;&#38;&#34;');
});

test('each endpoint shows the schemas of its input and reply', async () => {
  const { port } = await startServer();
  const { text: page } = await requestRaw(port, '/api/docs');
  const [, signUp = ''] = page.split('id="auth.signup"');
  for (const word of ['Body', 'username', 'password', 'Reply', 'access_token', 'Refusals'])
    expect(signUp.split('</article>')[0]).toContain(word);
});
