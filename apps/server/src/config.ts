import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { ChallengeConfig } from './platform/challenge/challenge-config.ts';
import { testSecrets } from './platform/challenge/test-secrets.ts';
import type { S3Bucket } from './platform/files/s3-requests.ts';
import type { CloudflareAccount } from './platform/images/cloudflare.ts';
import { type LogLevel, logLevels } from './platform/log/log.ts';
import { readSender, type Sender } from './platform/mail/sender.ts';
import { readSmtpUrl, type Smtp } from './platform/mail/smtp-url.ts';

const challenges = ['altcha', 'turnstile', 'off'] as const;

const switches = ['on', 'off'] as const;

const megabyte = 1024 * 1024;

const signups = ['open', 'invite', 'closed'] as const;

/** The settings from the environment, validated. */
export interface ServerConfig {
  port: number;
  host: string;
  /** The public origin, without a trailing slash. Undefined: http://localhost and the actual port. */
  publicUrl: string | undefined;
  dataDir: string;
  /** The address of a PostgreSQL database. Undefined: a file in `dataDir`. */
  databaseUrl: string | undefined;
  /** The mail server. Undefined: mails become files in `dataDir`. */
  smtp: Smtp | undefined;
  mailFrom: Sender;
  challenge: ChallengeConfig;
  /** Who may create an account: anyone, people with an invitation, no one. */
  signup: (typeof signups)[number];
  /** The number of proxies in front of the server; it trusts that many X-Forwarded-For entries. */
  trustProxy: number;
  /** Where pictures are stored; undefined: on this server. */
  cloudflareImages: CloudflareAccount | undefined;
  /** Where files, pictures and copies of people's data are stored; undefined: in `dataDir`. */
  s3: S3Bucket | undefined;
  /** How much conversation data one account may store (bytes). */
  textQuota: number;
  /** Where the page may connect to; undefined: anywhere over https. */
  connectSrc: string[] | undefined;
  /** Whether browsers keep the app, so that it opens offline; off makes them delete it again. */
  serviceWorker: (typeof switches)[number];
  logLevel: LogLevel;
}

/** One sentence per line, each naming the variable and what it must be. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Throws a ConfigError that lists all problems. */
export function readConfig(env: Record<string, string | undefined>): ServerConfig {
  const wrong: string[] = [];
  function read<Value>(name: string, fallback: Value, parse: (text: string) => Value | Problem): Value {
    const text = env[name]?.trim();
    if (!text) return fallback;
    const value = parse(text);
    if (!(value instanceof Problem)) return value;
    wrong.push(`${name} ${mayBeShown(name) ? `is "${text}" but ` : ''}must be ${value.must}`);
    return fallback;
  }

  function challenge(): ChallengeConfig {
    const chosen = read('CHALLENGE', undefined, oneOf(challenges));
    const siteKey = read('TURNSTILE_SITE_KEY', '', turnstileKey);
    const secret = read('TURNSTILE_SECRET', '', turnstileKey);
    if (chosen === 'off' && !isLocalOnly(publicUrl)) {
      wrong.push(
        'CHALLENGE must not be "off" while PUBLIC_URL is not on this computer: programs would sign up.',
      );
    }
    if (chosen === 'off' || chosen === 'altcha') return { kind: chosen };
    if (!chosen && !siteKey && !secret) return { kind: 'altcha' };
    for (const [name, key] of Object.entries({ TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET: secret })) {
      const isWrong = wrong.some((sentence) => sentence.startsWith(`${name} `));
      if (!key && !isWrong)
        wrong.push(`${name} must be set too: Turnstile needs its site key and its secret.`);
    }
    if (testSecrets.test(secret) && !isLocalOnly(publicUrl)) {
      wrong.push(
        'TURNSTILE_SECRET must not be one of the test secrets of Cloudflare: they let everyone pass.',
      );
    }
    return { kind: 'turnstile', siteKey, secret };
  }

  /** Whether these variables are set: all of them, or none. */
  function areGiven(names: readonly string[], needs: string): boolean {
    const missing = names.filter((name) => !env[name]?.trim());
    if (missing.length === names.length) return false;
    for (const name of missing) wrong.push(`${name} must be set too: ${needs}`);
    return true;
  }

  function s3(): S3Bucket | undefined {
    const store = {
      S3_ENDPOINT: read('S3_ENDPOINT', '', storeOrigin),
      S3_REGION: read('S3_REGION', '', region),
      S3_BUCKET: read('S3_BUCKET', '', bucket),
      S3_ACCESS_KEY_ID: read('S3_ACCESS_KEY_ID', '', storeKey),
      S3_SECRET_ACCESS_KEY: read('S3_SECRET_ACCESS_KEY', '', storeKey),
    };
    const needs = 'an S3 store needs an endpoint, a region, a bucket, an access key id and its secret.';
    if (!areGiven(Object.keys(store), needs)) return undefined;
    return {
      endpoint: store.S3_ENDPOINT,
      region: store.S3_REGION,
      bucket: store.S3_BUCKET,
      accessKeyId: store.S3_ACCESS_KEY_ID,
      secretAccessKey: store.S3_SECRET_ACCESS_KEY,
    };
  }

  function cloudflareImages(): CloudflareAccount | undefined {
    const account = {
      CLOUDFLARE_IMAGES_ACCOUNT_ID: read('CLOUDFLARE_IMAGES_ACCOUNT_ID', '', cloudflareId),
      CLOUDFLARE_IMAGES_TOKEN: read('CLOUDFLARE_IMAGES_TOKEN', '', cloudflareToken),
      CLOUDFLARE_IMAGES_HASH: read('CLOUDFLARE_IMAGES_HASH', '', cloudflareHash),
    };
    const needs = 'Cloudflare Images needs an account id, a token and an account hash.';
    if (!areGiven(Object.keys(account), needs)) return undefined;
    return {
      accountId: account.CLOUDFLARE_IMAGES_ACCOUNT_ID,
      token: account.CLOUDFLARE_IMAGES_TOKEN,
      hash: account.CLOUDFLARE_IMAGES_HASH,
    };
  }

  const publicUrl = read<string | undefined>('PUBLIC_URL', undefined, origin);
  const config: ServerConfig = {
    port: read('PORT', 3000, integer(0, 65_535, 'a port number from 0 to 65535.')),
    host: read('HOST', isLocalOnly(publicUrl) ? '127.0.0.1' : '0.0.0.0', hostname),
    publicUrl,
    dataDir: resolve(read('DATA_DIR', './data', (text) => text)),
    databaseUrl: read<string | undefined>('DATABASE_URL', undefined, postgres),
    smtp: read<Smtp | undefined>('SMTP_URL', undefined, smtp),
    mailFrom: read('MAIL_FROM', { name: 'Polylogue', address: `no-reply@${mailHost(publicUrl)}` }, sender),
    challenge: challenge(),
    signup: read('SIGNUP', 'open', oneOf(signups)),
    trustProxy: read(
      'TRUST_PROXY',
      0,
      integer(0, 16, 'the number of proxies in front of the server, 0 to 16.'),
    ),
    cloudflareImages: cloudflareImages(),
    s3: s3(),
    textQuota:
      megabyte *
      read(
        'TEXT_QUOTA_MB',
        500,
        integer(1, 999_999, 'how many MB of text one account may keep, 1 to 999999.'),
      ),
    connectSrc: read('CONNECT_SRC', undefined, sources(publicUrl)),
    serviceWorker: read('SERVICE_WORKER', 'on', oneOf(switches)),
    logLevel: read('LOG_LEVEL', 'warn', oneOf(logLevels)),
  };
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'));
  return config;
}

/** True for an origin that only this computer can reach; undefined means localhost. */
export function isLocalOnly(publicUrl: string | undefined): boolean {
  if (!publicUrl) return true;
  const { hostname } = new URL(publicUrl);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** Some values contain a password, which must not be printed even when the mistake is elsewhere in the value. */
const mayBeShown = (name: string) => !/^(DATABASE|SMTP)_URL$|_SECRET$|_TOKEN$|_ACCESS_KEY/.test(name);

class Problem {
  readonly must: string;
  constructor(must: string) {
    this.must = must;
  }
}

function integer(from: number, to: number, must: string) {
  return (text: string) => {
    const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    return number >= from && number <= to ? number : new Problem(must);
  };
}

function oneOf<Word extends string>(words: readonly Word[]) {
  return (text: string) => words.find((word) => word === text) ?? new Problem(`one of ${words.join(', ')}.`);
}

function postgres(text: string) {
  const url = URL.parse(text);
  const isPostgres = url?.protocol === 'postgres:' || url?.protocol === 'postgresql:';
  const hasHost = url?.hostname || url?.searchParams.has('host');
  if (isPostgres && hasHost && url.pathname.length > 1) return text;
  return new Problem(
    'the address of a PostgreSQL database, such as postgres://user:password@host:5432/name.',
  );
}

function smtp(text: string) {
  return (
    readSmtpUrl(text) ??
    new Problem(
      'a mail server, such as smtp://user:password@mail.example.com:587 or smtps://…, nothing after it.',
    )
  );
}

function sender(text: string) {
  return (
    readSender(text) ??
    new Problem('one address, perhaps with a name, such as Polylogue <no-reply@example.com>.')
  );
}

/** The public host, for use in a mail address; an IP address would need brackets, which few programs understand. */
function mailHost(publicUrl: string | undefined): string {
  const { hostname } = new URL(publicUrl ?? 'http://localhost');
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? 'localhost' : hostname;
}

function turnstileKey(text: string) {
  return /^[\w-]{10,100}$/.test(text) ? text : new Problem('a key from the Turnstile page of Cloudflare.');
}

function cloudflareId(text: string) {
  return /^[0-9a-f]{32}$/.test(text)
    ? text
    : new Problem('the account id that the dashboard of Cloudflare shows.');
}

function cloudflareToken(text: string) {
  return /^[\w-]{20,200}$/.test(text)
    ? text
    : new Problem('an API token of Cloudflare that may edit Images.');
}

function cloudflareHash(text: string) {
  return /^[\w-]{10,60}$/.test(text) ? text : new Problem('the account hash that Cloudflare Images shows.');
}

function hostname(text: string) {
  if (isIP(text) || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text)) return text;
  return new Problem('an address or host name to listen on, such as 0.0.0.0.');
}

const origin = webOrigin('where people reach the app, such as https://chat.example.com, without a path.');

const storeOrigin = webOrigin('where the store answers, such as https://s3.example.com, without a path.');

function webOrigin(must: string) {
  return (text: string) => {
    const url = URL.parse(text);
    const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
    const isBare = url && `${url.origin}/` === url.href;
    return isWeb && isBare ? url.origin : new Problem(must);
  };
}

function region(text: string) {
  return /^[\w-]{1,50}$/.test(text) ? text : new Problem('the region of the bucket, such as us-east-1.');
}

function bucket(text: string) {
  return /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(text)
    ? text
    : new Problem('the name of a bucket: 3 to 63 small letters, digits, dots and hyphens.');
}

function storeKey(text: string) {
  return /^[\x21-\x7e]{1,200}$/.test(text) ? text : new Problem('a key of the S3 store, without spaces.');
}

const source = /^https?:(\/\/(\*\.)?[a-z\d]([a-z\d.-]*[a-z\d])?(:(\d{1,5}|\*))?)?$/i;
const loopbackSource = /^http:\/\/(localhost|127\.0\.0\.1)(:|$)/i;

function sources(publicUrl: string | undefined) {
  return (text: string) => {
    const list = text.split(/\s+/);
    if (!list.every((one) => source.test(one))) {
      return new Problem(
        'origins separated by spaces, such as https://api.openai.com http://localhost:11434.',
      );
    }
    // A page on https cannot reach plain http elsewhere: the browser would block it despite this setting.
    const isReachable = (one: string) => one.startsWith('https') || loopbackSource.test(one);
    if (publicUrl?.startsWith('https') && !list.every(isReachable)) {
      return new Problem('https origins, or http ones on localhost, while PUBLIC_URL is https.');
    }
    return list;
  };
}
