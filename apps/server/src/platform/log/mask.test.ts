import { expect, test } from 'vitest';
import { masked } from './mask.ts';

test.each([
  ['no account for ada.l@example.com there', 'no account for …@… there'],
  ['to ada@example.com-ben@example.org: no', 'to …@…: no'],
  ['GET /verify-email?code=abc123&x=1 failed', 'GET /verify-email?code=…&x=… failed'],
  ['postgres://ada:secret@db.lan:5432/polylogue', 'postgres://…@db.lan:5432/polylogue'],
  ['proxy:+http://ada:secret@db.lan', 'proxy:+http://…@db.lan'],
  ['bad token eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2ln', 'bad token …'],
  ['key sk-proj-0123456789abcdefghijABCDEFGHIJ refused', 'key … refused'],
])('%s is logged as %s', (text, expected) => {
  expect(masked(text)).toBe(expected);
});

test.each([
  'SQLITE_FULL: database or disk is full',
  "ENOENT: no such file or directory, open '/srv/polylogue/data/files/0f'",
  'connect ECONNREFUSED 127.0.0.1:5432',
])('%s stays as it is', (text) => {
  expect(masked(text)).toBe(text);
});
