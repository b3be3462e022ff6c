import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('npm start needs no variable at all', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: undefined,
    dataDir: resolve('data'),
    databaseUrl: undefined,
    trustProxy: 0,
    connectSrc: undefined,
    logLevel: 'warn',
  });
});

test('every variable is read', () => {
  expect(
    readConfig({
      PORT: '8080',
      HOST: '10.0.0.5',
      PUBLIC_URL: 'https://chat.example.com/',
      DATA_DIR: '/var/lib/polylogue',
      DATABASE_URL: 'postgres://polylogue:secret@db.lan:5433/polylogue?sslmode=verify-full',
      TRUST_PROXY: '2',
      CONNECT_SRC: 'https://api.openai.com https://*.example.com:8443  http://localhost:*',
      LOG_LEVEL: 'info',
    }),
  ).toEqual({
    port: 8080,
    host: '10.0.0.5',
    publicUrl: 'https://chat.example.com',
    dataDir: '/var/lib/polylogue',
    databaseUrl: 'postgres://polylogue:secret@db.lan:5433/polylogue?sslmode=verify-full',
    trustProxy: 2,
    connectSrc: ['https://api.openai.com', 'https://*.example.com:8443', 'http://localhost:*'],
    logLevel: 'info',
  });
});

test.each([
  [undefined, '127.0.0.1'],
  ['http://localhost:3000', '127.0.0.1'],
  ['http://127.0.0.1:8000', '127.0.0.1'],
  ['http://[::1]:8000', '127.0.0.1'],
  ['http://192.168.1.5:3000', '0.0.0.0'],
  ['https://chat.example.com', '0.0.0.0'],
  ['https://localhost.example.com', '0.0.0.0'],
])('seen at %s the server listens on %s', (publicUrl, host) => {
  expect(readConfig({ PUBLIC_URL: publicUrl }).host).toBe(host);
});

test.each([
  ['PORT', 'http', 'a port number from 0 to 65535.'],
  ['PORT', '65536', 'a port number from 0 to 65535.'],
  ['PORT', '-1', 'a port number from 0 to 65535.'],
  ['PORT', '3000.5', 'a port number from 0 to 65535.'],
  ['HOST', 'http://x', 'an address or host name to listen on, such as 0.0.0.0.'],
  ['PUBLIC_URL', 'chat.example.com', expect.any(String)],
  ['PUBLIC_URL', 'ftp://chat.example.com', expect.any(String)],
  ['PUBLIC_URL', 'https://chat.example.com/app', expect.any(String)],
  ['PUBLIC_URL', 'https://user:pass@chat.example.com', expect.any(String)],
  ['TRUST_PROXY', 'true', 'the number of proxies in front of the server, 0 to 16.'],
  ['CONNECT_SRC', "'unsafe-inline'", expect.any(String)],
  ['CONNECT_SRC', 'https://a.example; script-src *', expect.any(String)],
  ['CONNECT_SRC', '*', expect.any(String)],
  ['LOG_LEVEL', 'verbose', 'one of fatal, error, warn, info, debug, trace, silent.'],
])('%s=%s is refused with a sentence that says what it must be', (name, value, must) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(`${name} is "${value}" but must be ${typeof must === 'string' ? must : ''}`);
});

test('a secure page is not promised plain http that its browser would refuse', () => {
  const env = { PUBLIC_URL: 'https://chat.example.com', CONNECT_SRC: 'http://192.168.1.5:11434' };
  expect(() => readConfig(env)).toThrow(
    'CONNECT_SRC is "http://192.168.1.5:11434" but must be https origins',
  );
  expect(readConfig({ ...env, PUBLIC_URL: 'http://chat.lan' }).connectSrc).toEqual([env.CONNECT_SRC]);
  for (const lookalike of ['http://localhost.example.com', 'http://127.0.0.1.example.com']) {
    expect(() => readConfig({ ...env, CONNECT_SRC: lookalike })).toThrow(ConfigError);
  }
});

test.each([
  'mysql://polylogue:secret@db.lan/polylogue',
  'postgres://polylogue:secret@db.lan',
  'polylogue:secret@db.lan/polylogue',
])('what is wrong with an address is said without its password: %s', (url) => {
  expect(() => readConfig({ DATABASE_URL: url })).toThrow(
    /^DATABASE_URL must be the address of a PostgreSQL database, such as postgres:\S+\.$/,
  );
});

test('everything wrong is said at once', () => {
  expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/^PORT is "x" .*\nLOG_LEVEL is "y" /);
});

test('operations.md explains every variable that is read, and no other', async () => {
  const read = new Set<string>();
  readConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }));
  const text = await readFile(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
  const explained = [...text.matchAll(/^\| `([A-Z_]+)` /gm)].map(([, name]) => name);
  expect(explained.sort()).toEqual([...read].sort());
});
