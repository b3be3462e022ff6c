import { expect, test } from 'vitest';
import { addressBlock } from './address-block.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:DB8:1:2::', '2001:db8:1:2::'],
  ['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2::'],
  ['2001:db8::1', '2001:db8:0:0::'],
  ['::1', '0:0:0:0::'],
  ['fe80::1%eth0', 'fe80:0:0:0::'],
  // The form some proxies send.
  ['203.0.113.9:5678', '203.0.113.9'],
  ['[2001:db8:1:2:3:4:5:6]:443', '2001:db8:1:2::'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::'],
  ['2001:db8:1:2:3:4:5:6:443', '2001:db8:1:2::'],
  ['[::ffff:203.0.113.9]:80', '203.0.113.9'],
])('%s counts as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});

test('ten thousand addresses in one /64 are one household', () => {
  const blocks = new Set<string>();
  for (let each = 0; each < 10_000; each += 1) {
    blocks.add(addressBlock(`2001:db8:a:b:${each.toString(16)}:1:2:${each.toString(16)}`));
  }
  expect(blocks.size).toBe(1);
});

test.each([
  '',
  'unknown',
  '_hidden:80',
  'for=203.0.113.9',
  '"[2001:db8::1]:443"',
  '203.0.113.9:port',
  '203.0.113.9:5678:5678',
  '203.0.113.999',
  'localhost',
])('%j is not an address, and counts together with everything else that is not [CHECK-17]', (text) => {
  expect(addressBlock(text)).toBe('unknown');
});
