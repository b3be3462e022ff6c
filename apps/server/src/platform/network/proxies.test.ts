import { describe, expect, test } from 'vitest';
import { serviceDatabases } from '../../testing/databases.ts';
import { password, startWithPeople } from '../../testing/people.ts';
import { requestRaw } from '../../testing/raw.ts';
import { eventually, startServer } from '../../testing/server.ts';
import { upload } from '../../testing/upload.ts';
import { trustOf } from './proxies.ts';

test('without a configured proxy nothing is trusted', () => {
  expect(trustOf(0)).toBe(false);
});

test.each([
  ['127.0.0.1', true],
  ['172.18.0.2', true],
  ['::1', true],
  ['::ffff:10.0.0.1', true],
  ['fd12::1', true],
  ['fe80::1%eth0', true],
  ['203.0.113.9', false],
  ['::ffff:203.0.113.9', false],
  ['2001:db8::1', false],
  ['172.32.0.1', false],
  ['', false],
  ['unix:', false],
])('trusting a proxy at %s: %s', (address, isBelieved) => {
  expect(believed(1, address, 0)).toBe(isBelieved);
});

test('as many hops are trusted as were configured', () => {
  expect([0, 1, 2].map((hop) => believed(2, '10.0.0.1', hop))).toEqual([true, true, false]);
});

const ports = (count: number) => Array.from({ length: count }, (_, at) => 40_000 + at);

test.each([
  ['an IPv4 address with a port', (port: number) => `203.0.113.9:${port}`],
  ['an IPv6 address with a port', (port: number) => `[2001:db8:1:2::${port.toString(16)}]:${port}`],
  ['nothing that is an address', (port: number) => `_client${port}`],
])('a proxy that sends %s does not make every caller look new [CHECK-17]', async (_, forwardedFor) => {
  const { port, url } = await startServer({
    env: { TRUST_PROXY: '1' },
    visitorLimits: { fileBytes: 100, filesADay: 3, bytesADay: 1_000, allBytes: 10_000, hoursStored: 24 },
  });
  const note = { name: 'a.txt', type: 'text/plain', bytes: 'x' };
  const uploads: number[] = [];
  for (const port of ports(4)) {
    uploads.push((await upload(url, note, { 'x-forwarded-for': forwardedFor(port) })).status);
  }
  expect(uploads).toEqual([200, 200, 200, 429]);
  const statuses: number[] = [];
  for (const each of ports(121)) {
    const from = { 'x-forwarded-for': forwardedFor(each) };
    statuses.push((await requestRaw(port, '/api/challenge?action=signin', 'GET', from)).status);
  }
  expect(new Set(statuses.slice(0, 120))).toEqual(new Set([200]));
  expect(statuses.at(-1)).toBe(429);
});

describe.each(serviceDatabases)('behind a proxy that sends ports, on %s', (dialect) => {
  test('a device is recognised, and is listed and mailed by its address alone', async () => {
    const { signUp, signIn, mail, mails, call } = await startWithPeople(dialect);
    const { access_token: token } = await signUp('ada', { from: '203.0.113.9:40001' });
    await signIn('ada', password, { from: '203.0.113.9:40002' });
    await signIn('ada', password, { from: '[2001:db8::1]:40003' });
    const text = await mail('ada@example.com', 'New sign-in to your account');
    expect(text).toContain('Network address 2001:db8::1\n');
    // The verification, and the one about the other network.
    await eventually(() => expect(mails).toHaveLength(2));
    const { body } = await call('GET', '/api/auth/sign-ins', { token });
    const addresses = body.sign_ins.map((one) => one.address);
    expect(addresses.sort()).toEqual(['2001:db8::1', '203.0.113.9', '203.0.113.9']);
  });

  test('the wait after wrong passwords is the same', async () => {
    const { signUp, signIn } = await startWithPeople(dialect);
    await signUp('ada');
    const statuses: number[] = [];
    for (const port of ports(7)) {
      statuses.push((await signIn('ada', 'Wrong-1', { from: `198.51.100.7:${port}` })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });
});

test('the log names the address without its port', async () => {
  const lines: string[] = [];
  const { port } = await startServer({
    env: { TRUST_PROXY: '1', LOG_LEVEL: 'info' },
    log: { write: (line) => void lines.push(line) },
  });
  await requestRaw(port, '/api/auth/refresh', 'POST', { 'x-forwarded-for': '203.0.113.9:40001' });
  await requestRaw(port, '/api/auth/signout', 'POST', { 'x-forwarded-for': '203.0.113.9:40001' });
  const entries = lines.map((line) => JSON.parse(line));
  expect(entries.map(({ req, address }) => address ?? req?.address).filter(Boolean)).not.toEqual([]);
  expect(lines.join('')).not.toContain(':40001');
});

function believed(proxies: number, address: string, hop: number) {
  const trust = trustOf(proxies);
  return trust ? trust(address, hop) : undefined;
}
