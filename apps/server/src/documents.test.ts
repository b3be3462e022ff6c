import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { mailLimitsPerHour } from './domains/auth/mail-limits.ts';
import { resetLinkLimit } from './domains/auth/recovery.ts';
import { textLimits } from './domains/conversations/policy.ts';
import { restorablePeriod } from './domains/conversations/purge.ts';
import { memberLimits, visitorLimits } from './domains/files/policy.ts';
import { pictureRules } from './domains/images/policy.ts';
import { maxPixels } from './platform/images/render-job.ts';
import { type RateLimit, rateLimits } from './platform/limits/limits.ts';
import { securityEvents } from './platform/log/events.ts';

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const operations = read('docs/operations.md');

const calls: Record<keyof typeof rateLimits, string> = {
  signin: 'sign in',
  signup: 'sign up',
  refresh: 'renew or end a sign-in',
  password: 'set or change a password, end sign-ins',
  mail: 'ask for an email, follow its link',
  challenge: 'ask for a challenge',
  account: 'change what is in the account',
  upload: 'upload a file',
  search: 'look for people',
  people: 'befriend, block or report someone',
  unblock: 'unblock someone',
  sync: 'read conversations, people and files',
  find: 'search messages',
  push: 'store conversations',
  space: 'do something in a space',
  'new-space': 'create a space',
  session: 'schedule or move a session',
  post: 'post in spaces',
  reaction: 'react to messages',
  live: 'open a socket',
  image: 'upload a picture of oneself',
};

test('the documented table of limits is what the server enforces [CHECK-89]', () => {
  const time: Record<number, string> = { 10: ' in 10 seconds', 60: '', 86400: ' in a day' };
  const often = (limit: RateLimit | undefined) =>
    limit
      ? `${limit.calls.toLocaleString('en')}${time[limit.seconds] ?? ` in ${limit.seconds / 60} minutes`}`
      : '–';
  const rows = Object.entries(calls).map(([limit, words]) => {
    const { address, account, everyone } = rateLimits[limit as keyof typeof rateLimits];
    return `| ${words} | ${often(address)} | ${often(account)} | ${often(everyone)} |`;
  });
  const [, table = ''] = /\| to \| one address \| .*?\n.*?\n(.*?)\n\n/s.exec(operations) ?? [];
  expect(table.split('\n')).toEqual(rows);
});

test('the documented limits for mails are what the server enforces', () => {
  const {
    fromNetworkAddress,
    fromNetworkAddressToPerson,
    verifications,
    fromPersonToAddress,
    toNewAddress,
    notices,
  } = mailLimitsPerHour;
  expect(operations).toContain(`One network address may have ${fromNetworkAddress} sent`);
  expect(operations).toContain(`${fromNetworkAddressToPerson} links to a new password to one person`);
  expect(operations).toContain(`An account may have ${verifications} sent that verify`);
  expect(operations).toContain(`and ${fromPersonToAddress} to one address`);
  expect(operations).toContain(`all accounts together ${toNewAddress} to such an address`);
  expect(operations).toContain(`At most ${notices} to a verified address`);
  expect(operations).toContain(
    `while ${resetLinkLimit.links} links work for ${resetLinkLimit.time / 60_000} more minutes`,
  );
  expect(operations).toContain(`but for the ${fromNetworkAddress}`);
});

test('the documented limits for uploads are what the server enforces', () => {
  const megabytes = (bytes: number) => bytes / 1024 / 1024;
  expect(operations).toContain(`one file is at most ${megabytes(visitorLimits.fileBytes)} MB`);
  expect(operations).toContain(
    `has ${visitorLimits.filesADay} files and ${megabytes(visitorLimits.bytesADay)} MB a day`,
  );
  expect(operations).toContain(`take at most ${megabytes(visitorLimits.allBytes) / 1024} GB of disk`);
  expect(operations).toContain(`is gone after ${visitorLimits.hoursStored} hours`);
  const { fileBytes, allBytes } = memberLimits;
  const files = memberLimits.files.toLocaleString('en');
  const gigabytes = megabytes(allBytes) / 1024;
  expect(operations).toContain(
    `${megabytes(fileBytes)} MB a file, ${gigabytes} GB and ${files} files in all`,
  );
  expect(operations).toContain(`more than ${maxPixels.jpeg / 1_000_000} million pixels`);
});

test('the documented limits for conversations are what the server enforces', () => {
  const { bytes, messages, conversationMessages, rewrittenBytes } = textLimits;
  expect(operations).toContain(`may store ${bytes / 1024 / 1024} MB of text`);
  expect(operations).toContain(
    `${messages.toLocaleString('en')} messages, ${conversationMessages.toLocaleString('en')} of them in one`,
  );
  expect(operations).toContain(`At most ${rewrittenBytes / 1024 / 1024} MB a minute are rewritten`);
  const days = restorablePeriod / (24 * 60 * 60 * 1000);
  expect(operations).toContain(`What is deleted can be brought back for ${days} days`);
});

test('the documented limits for pictures are what the server enforces', () => {
  const { bytes, slotsADay } = pictureRules;
  expect(operations).toContain(`at most ${bytes / 1024 / 1024} MB, ${slotsADay} times a day`);
});

test('exactly the existing security events are explained [CHECK-81]', () => {
  const [, table = ''] = /\| event \| what happened \|\n(.*?)\n\n/s.exec(operations) ?? [];
  const explained = [...table.matchAll(/`([a-z-]+)`/g)].map(([, event]) => event);
  expect(explained.sort()).toEqual(Object.keys(securityEvents).sort());
});

test('everything that a security review requires is documented [CHECK-89]', () => {
  for (const [file, heading] of [
    ['docs/threat-model.md', '## Keys in browser storage: a known exception'],
    ['docs/operations.md', '## Limits'],
    ['docs/operations.md', '## What is kept, and for how long'],
    ['docs/operations.md', '## Supported browsers'],
    ['docs/operations.md', '## Backup and restore'],
    ['SECURITY.md', '## Reporting a vulnerability'],
  ] as const) {
    expect(read(file), `${file} has no "${heading}"`).toContain(`${heading}\n`);
  }
});

const documents = ['*.md', 'docs/**/*.md'].flatMap((pattern) => globSync(pattern, { cwd: root }));

test.each(documents)('every link in %s to one of our files or headings leads somewhere', (file) => {
  for (const [, target = ''] of read(file).matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    const [path = '', heading] = target.split('#');
    const led = path ? join(dirname(file), path) : file;
    expect(existsSync(join(root, led)), `${file} leads to ${target}`).toBe(true);
    if (heading) expect(headings(led), `${file} leads to ${target}`).toContain(heading);
  }
});

function headings(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
