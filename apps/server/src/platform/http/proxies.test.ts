import { expect, test } from 'vitest';
import { trustOf } from './proxies.ts';

test('no proxy, no belief', () => {
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
])('a proxy that speaks from %s is believed: %s', (address, isBelieved) => {
  expect(believed(1, address, 0)).toBe(isBelieved);
});

test('as many hops are believed as were configured', () => {
  expect([0, 1, 2].map((hop) => believed(2, '10.0.0.1', hop))).toEqual([true, true, false]);
});

function believed(proxies: number, address: string, hop: number) {
  const trust = trustOf(proxies);
  return trust ? trust(address, hop) : undefined;
}
