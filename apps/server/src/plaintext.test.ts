import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { plaintextServices } from './plaintext.ts';

const s3 = (endpoint: string) => ({
  S3_ENDPOINT: endpoint,
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'polylogue',
  S3_ACCESS_KEY_ID: 'ada',
  S3_SECRET_ACCESS_KEY: 'secret',
});

test.each<[string, Record<string, string>]>([
  ['DATABASE_URL', { DATABASE_URL: 'postgres://ada:secret@db.example.com/polylogue' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://ada:secret@10.0.0.5/polylogue?sslmode=disable' }],
  ['S3_ENDPOINT', s3('http://s3.example.com')],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail.example.com:25' }],
])('%s on another computer without encryption is warned about: %j', (name, env) => {
  const sentences = plaintextServices(readConfig(env));
  expect(sentences).toEqual([expect.stringMatching(`^${name} `)]);
  expect(sentences.join()).not.toContain('secret');
});

test.each<Record<string, string>>([
  {},
  { DATABASE_URL: 'postgres://ada:secret@db.example.com/polylogue?sslmode=verify-full' },
  { DATABASE_URL: 'postgres://ada:secret@postgres:5432/polylogue' },
  { DATABASE_URL: 'postgres://ada:secret@[::1]/polylogue' },
  { DATABASE_URL: 'postgres:///polylogue?host=/run/postgresql' },
  s3('https://s3.example.com'),
  s3('http://127.0.0.1:9000'),
  { SMTP_URL: 'smtps://mail.example.com' },
  { SMTP_URL: 'smtp://ada:secret@mail.example.com:587' },
  { SMTP_URL: 'smtp://localhost:25' },
])('%j needs no warning', (env) => {
  expect(plaintextServices(readConfig(env))).toEqual([]);
});
