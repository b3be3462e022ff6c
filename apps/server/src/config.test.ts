import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('npm start works without any variables', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: undefined,
    dataDir: resolve('data'),
    databaseUrl: undefined,
    smtp: undefined,
    mailFrom: { name: 'Polylogue', address: 'no-reply@localhost' },
    challenge: { kind: 'altcha' },
    signup: 'open',
    trustProxy: 0,
    cloudflareImages: undefined,
    s3: undefined,
    connectSrc: undefined,
    textQuota: 500 * 1024 * 1024,
    serviceWorker: 'on',
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
      SMTP_URL: 'smtps://post%40example.com:p%2Fw@mail.example.com',
      MAIL_FROM: 'The chat <chat@example.com>',
      CHALLENGE: 'turnstile',
      TURNSTILE_SITE_KEY: '0x4AAAAAAAabcdefghijklmn',
      TURNSTILE_SECRET: '0x4AAAAAAAabcdefghijklmnopqrstuvwxyz',
      SIGNUP: 'invite',
      TRUST_PROXY: '2',
      CLOUDFLARE_IMAGES_ACCOUNT_ID: '023e105f4ecef8ad9ca31a8372d0c353',
      CLOUDFLARE_IMAGES_TOKEN: 'abcdefghij_klmnopqrst-0123456789',
      CLOUDFLARE_IMAGES_HASH: 'Vi7wi5KSItxGFsWRG2Us6Q',
      S3_ENDPOINT: 'https://s3.example.com/',
      S3_REGION: 'eu-central-1',
      S3_BUCKET: 'polylogue.files',
      S3_ACCESS_KEY_ID: 'account:user',
      S3_SECRET_ACCESS_KEY: 'wJalr/K7MDENG+bPxRfiCYEXAMPLEKEY=',
      TEXT_QUOTA_MB: '50',
      SERVICE_WORKER: 'off',
      CONNECT_SRC: 'https://api.openai.com https://*.example.com:8443  http://localhost:*',
      LOG_LEVEL: 'info',
    }),
  ).toEqual({
    port: 8080,
    host: '10.0.0.5',
    publicUrl: 'https://chat.example.com',
    dataDir: '/var/lib/polylogue',
    databaseUrl: 'postgres://polylogue:secret@db.lan:5433/polylogue?sslmode=verify-full',
    smtp: {
      host: 'mail.example.com',
      port: 465,
      isSecure: true,
      user: { name: 'post@example.com', password: 'p/w' },
    },
    mailFrom: { name: 'The chat', address: 'chat@example.com' },
    challenge: {
      kind: 'turnstile',
      siteKey: '0x4AAAAAAAabcdefghijklmn',
      secret: '0x4AAAAAAAabcdefghijklmnopqrstuvwxyz',
    },
    signup: 'invite',
    trustProxy: 2,
    cloudflareImages: {
      accountId: '023e105f4ecef8ad9ca31a8372d0c353',
      token: 'abcdefghij_klmnopqrst-0123456789',
      hash: 'Vi7wi5KSItxGFsWRG2Us6Q',
    },
    s3: {
      endpoint: 'https://s3.example.com',
      region: 'eu-central-1',
      bucket: 'polylogue.files',
      accessKeyId: 'account:user',
      secretAccessKey: 'wJalr/K7MDENG+bPxRfiCYEXAMPLEKEY=',
    },
    textQuota: 50 * 1024 * 1024,
    serviceWorker: 'off',
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
])('on a server at %s it listens on %s', (publicUrl, host) => {
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
  [
    'S3_ENDPOINT',
    'https://s3.example.com/bucket',
    'where the store answers, such as https://s3.example.com,',
  ],
  ['S3_BUCKET', 'Our files', 'the name of a bucket: 3 to 63 small letters, digits, dots and hyphens.'],
  ['S3_REGION', 'eu central', 'the region of the bucket, such as us-east-1.'],
  ['TEXT_QUOTA_MB', '0', 'how many MB of text one account may keep, 1 to 999999.'],
  ['SERVICE_WORKER', 'no', expect.any(String)],
  ['CONNECT_SRC', '*', expect.any(String)],
  ['SIGNUP', 'yes', 'one of open, invite, closed.'],
  ['LOG_LEVEL', 'verbose', 'one of fatal, error, warn, info, debug, trace, silent.'],
])('%s=%s is refused with a sentence that says what it must be', (name, value, must) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(`${name} is "${value}" but must be ${typeof must === 'string' ? must : ''}`);
});

test('a page on https cannot be configured to use plain http, which its browser would block', () => {
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
])('an invalid address is reported without its password: %s', (url) => {
  expect(() => readConfig({ DATABASE_URL: url })).toThrow(
    /^DATABASE_URL must be the address of a PostgreSQL database, such as postgres:\S+\.$/,
  );
});

test.each([
  ['smtp://localhost', { host: 'localhost', port: 587, isSecure: false }],
  ['smtp://[::1]:2525', { host: '::1', port: 2525, isSecure: false }],
  ['smtps://mail.example.com:2465', { host: 'mail.example.com', port: 2465, isSecure: true }],
])('SMTP_URL=%s is a mail server', (url, server) => {
  expect(readConfig({ SMTP_URL: url }).smtp).toEqual(server);
});

test.each([
  'https://mail.example.com',
  'mail.example.com:587',
  'smtp://mail.example.com/inbox',
  'smtp://mail.example.com?tls.rejectUnauthorized=false',
  'smtp://user@mail.example.com',
  'smtp://user:%E0%A4%A@mail.example.com',
])('SMTP_URL=%s is refused, and the password in it is not shown [CHECK-85]', (url) => {
  expect(() => readConfig({ SMTP_URL: url })).toThrow(/^SMTP_URL must be a mail server, such as /);
});

test.each([
  'two@example.com, three@example.com',
  'Chat <a@example.com> <b@example.com>',
  'nobody',
  '"a b"@example.com',
  'Chat <a@example.com>\nBcc: b@example.com',
])('MAIL_FROM=%s is refused: it is not one address', (from) => {
  expect(() => readConfig({ MAIL_FROM: from })).toThrow(/but must be one address, perhaps with a name/);
});

test.each([
  ['https://chat.example.com', 'no-reply@chat.example.com'],
  ['http://192.168.1.5:3000', 'no-reply@localhost'],
  ['http://[fd00::1]:3000', 'no-reply@localhost'],
])('on a server at %s mails come from %s', (publicUrl, address) => {
  expect(readConfig({ PUBLIC_URL: publicUrl }).mailFrom).toEqual({ name: 'Polylogue', address });
});

const siteKey = { TURNSTILE_SITE_KEY: '0x4AAAAAAAabcdefghijklmn' };
const secret = { TURNSTILE_SECRET: '0x4AAAAAAAabcdefghijklmnopqrstuvwxyz' };

test.each<[string, Record<string, string>, string]>([
  ['altcha alone', {}, 'altcha'],
  ['Turnstile once both its keys are there', { ...siteKey, ...secret }, 'turnstile'],
  ['altcha when it is wished, whatever keys are there', { CHALLENGE: 'altcha', ...siteKey }, 'altcha'],
  ['none on this computer when it is wished', { CHALLENGE: 'off' }, 'off'],
])('the challenge is %s', (_, env, kind) => {
  expect(readConfig(env).challenge.kind).toBe(kind);
});

const account = '023e105f4ecef8ad9ca31a8372d0c353';
const store = {
  S3_ENDPOINT: 'https://s3.example.com',
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'polylogue',
  S3_ACCESS_KEY_ID: 'ada',
  S3_SECRET_ACCESS_KEY: 'secret',
};
const accountHash = 'Vi7wi5KSItxGFsWRG2Us6Q';

test.each<[Record<string, string>, string]>([
  [{ CHALLENGE: 'none' }, 'CHALLENGE is "none" but must be one of altcha, turnstile, off.'],
  [
    { CHALLENGE: 'off', PUBLIC_URL: 'https://chat.example.com' },
    'CHALLENGE must not be "off" while PUBLIC_URL is not on this computer: programs would sign up.',
  ],
  [siteKey, 'TURNSTILE_SECRET must be set too: Turnstile needs its site key and its secret.'],
  [secret, 'TURNSTILE_SITE_KEY must be set too: Turnstile needs its site key and its secret.'],
  [
    { ...siteKey, TURNSTILE_SECRET: 'my secret' },
    'TURNSTILE_SECRET must be a key from the Turnstile page of Cloudflare.',
  ],
  [
    {
      ...siteKey,
      TURNSTILE_SECRET: '1x0000000000000000000000000000000AA',
      PUBLIC_URL: 'https://chat.example.com',
    },
    'TURNSTILE_SECRET must not be one of the test secrets of Cloudflare: they let everyone pass.',
  ],
  [
    { CLOUDFLARE_IMAGES_ACCOUNT_ID: account, CLOUDFLARE_IMAGES_HASH: accountHash },
    'CLOUDFLARE_IMAGES_TOKEN must be set too: Cloudflare Images needs an account id, a token and an account hash.',
  ],
  [
    { ...store, S3_SECRET_ACCESS_KEY: '' },
    'S3_SECRET_ACCESS_KEY must be set too: an S3 store needs an endpoint, a region, a bucket, an access key id and its secret.',
  ],
  [
    { ...store, S3_SECRET_ACCESS_KEY: 'my secret' },
    'S3_SECRET_ACCESS_KEY must be a key of the S3 store, without spaces.',
  ],
  [
    {
      CLOUDFLARE_IMAGES_ACCOUNT_ID: account,
      CLOUDFLARE_IMAGES_HASH: accountHash,
      CLOUDFLARE_IMAGES_TOKEN: 'my token',
    },
    'CLOUDFLARE_IMAGES_TOKEN must be an API token of Cloudflare that may edit Images.',
  ],
])('%j is refused with exactly one sentence [CHECK-85]', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(expect.objectContaining({ message: sentence }));
});

test('all problems are reported at once', () => {
  expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/^PORT is "x" .*\nLOG_LEVEL is "y" /);
});

test('operations.md explains exactly the variables that are read', async () => {
  const read = new Set<string>();
  readConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }));
  const text = await readFile(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
  const explained = [...text.matchAll(/^\| `([A-Z\d_]+)` /gm)].map(([, name]) => name);
  expect(explained.sort()).toEqual([...read].sort());
});
