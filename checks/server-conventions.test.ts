import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const server = join(import.meta.dirname, '../apps/server/src');
const sources = globSync('**/*.ts', { cwd: server }).filter(
  (file) => !file.endsWith('.test.ts') && !/^(testing|faults)\//.test(file),
);
const read = (file: string) => readFileSync(join(server, file), 'utf8');

/** Where the server may call out: its mail server, its database, Cloudflare or a file store if configured, itself. */
const callers: Record<string, RegExp> = {
  'healthy.ts': /fetch\(`http:\/\/127\.0\.0\.1:/,
  'platform/challenge/turnstile.ts': /fetch\(siteverify,/,
  'platform/database/postgres-listen.ts': /from 'pg'/,
  'platform/database/postgres.ts': /from 'pg'/,
  'platform/files/s3-requests.ts': /fetch\(url, body/,
  'platform/images/cloudflare.ts': /fetch\(`\$\{images\}\//,
  'platform/mail/smtp.ts': /import\('nodemailer'\)/,
};
const call =
  /\bfetch\(|new WebSocket\(|import\('nodemailer'\)|from '(pg|undici|nodemailer)'|\{[^}]*\b(request|get|connect|createConnection)\b[^}]*\} from 'node:(https?|http2|net|tls|dgram)'/;

test('the server calls only what it is configured to call [CHECK-59]', () => {
  const found = sources.filter((file) => call.test(read(file).replace(/^import type .*$/gm, '')));
  expect(found.sort()).toEqual(Object.keys(callers).sort());
  for (const [file, how] of Object.entries(callers)) expect(read(file)).toMatch(how);
});

test('input never becomes part of the SQL text', () => {
  for (const file of sources) {
    const text = read(file);
    expect(text, file).not.toMatch(/\bsql\.(raw|join\(\[)|CompiledQuery\.raw\([^'"`)]*\$\{/);
    // Our own constants may be in the text; input is a parameter.
    if (/\bsql\.lit\(/.test(text)) expect(file).toMatch(/^platform\/database\//);
  }
});

test('no text is evaluated as code, and no pattern is made from input', () => {
  for (const file of sources) {
    // settle.ts gets V8's garbage collector, with a constant string.
    const text = read(file)
      .replace("runInNewContext('gc')", '')
      .replace(/^import .* from 'node:vm';$/m, '');
    expect(text, file).not.toMatch(/\beval\(|new Function\(|runIn\w+\(|new Script\(|new RegExp\((?!['"`/])/);
  }
});

test('the caller’s address is read in one place, which knows about proxies', () => {
  const readers = sources.filter((file) => /\b(request|req)\.ips?\b|remoteAddress/.test(read(file)));
  expect(readers).toEqual(['platform/network/proxies.ts']);
});

test('folders are never created with recursive mkdir, which may not terminate', () => {
  for (const file of sources) expect(read(file), file).not.toMatch(/\bmkdir(Sync)?\([^)]*recursive/);
});

test('every framework version is one without the known bypasses', () => {
  const { dependencies } = JSON.parse(read('../package.json'));
  const atLeast = { fastify: '5.12.2', '@fastify/static': '10.1.2', 'file-type': '21.3.2' };
  for (const [name, least] of Object.entries(atLeast)) {
    expect(dependencies[name].localeCompare(least, 'en', { numeric: true }), name).toBeGreaterThanOrEqual(0);
  }
});
