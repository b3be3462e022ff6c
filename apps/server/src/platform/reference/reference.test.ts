import { api, openapi } from '@polylogue/contract';
import { expect, test } from 'vitest';
import { ask } from '../../testing/raw.ts';
import { startServer } from '../../testing/server.ts';
import { html } from './html.ts';
import { fieldsOf, typeOf } from './shape.ts';

const text = (page: string) => page.replace(/<[^>]*>/g, '');

test('/api/docs shows every endpoint with what it says, and every refusal it may answer', async () => {
  const { port } = await startServer();
  const { status, headers, text: page } = await ask(port, '/api/docs');
  expect({ status, type: headers['content-type'] }).toEqual({
    status: 200,
    type: 'text/html; charset=utf-8',
  });
  for (const table of Object.values(api)) {
    for (const route of Object.values(table)) {
      expect(text(page)).toContain(`${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')}`);
      expect(page).toContain(html`${route.summary}`.text);
      for (const refusal of route.refusals) expect(page).toContain(`<code>${refusal}</code>`);
    }
  }
});

test('/api/docs holds nothing that our content security policy would stop', async () => {
  const { port } = await startServer();
  const { text: page } = await ask(port, '/api/docs');
  expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:|https?:\/\//i);
  const styles = await ask(port, '/api/docs.css');
  expect(styles).toMatchObject({ status: 200, headers: { 'content-type': 'text/css; charset=utf-8' } });
  expect(styles.text).not.toMatch(/@import|url\(/);
});

test('every link within /api/docs leads somewhere, and no id stands twice', async () => {
  const { port } = await startServer();
  const { text: page } = await ask(port, '/api/docs');
  const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
});

test('/api/openapi.json is the contract’s own description', async () => {
  const { port } = await startServer();
  expect(JSON.parse((await ask(port, '/api/openapi.json')).text)).toEqual(
    JSON.parse(JSON.stringify(openapi(api))),
  );
});

test('what a description says is text, never markup', () => {
  expect(html`<p title="${'"'}">${'<b>&'}</p>`.text).toBe('<p title="&#34;">&#60;b&#62;&#38;</p>');
});

test('a field within a list or an object is named with its way there', () => {
  const device = { type: 'string', maxLength: 80 };
  const list = { type: 'array', items: { type: 'object', properties: { device }, required: ['device'] } };
  expect(fieldsOf({ type: 'object', properties: { sign_ins: list } })).toEqual([
    { name: 'sign_ins', type: 'list of object', isRequired: false, patterns: [] },
    { name: 'sign_ins[].device', type: 'text, at most 80 characters', isRequired: true, patterns: [] },
  ]);
});

test.each([
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'text or null'],
  [{ type: 'string', enum: ['open', 'closed'] }, '"open", "closed"'],
  [{ type: 'string', minLength: 8, maxLength: 1024 }, 'text, 8 to 1024 characters'],
  [{ type: 'string', format: 'date-time', pattern: '^.*$' }, 'instant, ISO 8601 in UTC'],
])('%j is said as %s', (schema, words) => {
  expect(typeOf(schema)).toBe(words);
});
