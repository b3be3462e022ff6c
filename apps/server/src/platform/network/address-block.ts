import { isIP, isIPv6 } from 'node:net';

/** The network address in what a proxy sends, without brackets and port; `unknown` if there is none. */
export function plainAddress(forwarded = ''): string {
  const withoutPort = forwarded.replace(/:\d{1,5}$/, '');
  const candidates = [forwarded, withoutPort].map((text) => /^\[([^[\]]*)\]$/.exec(text)?.[1] ?? text);
  return candidates.find((text) => isIP(text) !== 0) ?? 'unknown';
}

/**
 * The address as limits count it: a whole IPv4 address, or the /64 of an IPv6 one, which is one household. Everything
 * else counts as one address, or its sender could look new each time.
 */
export function addressBlock(address: string): string {
  const [plain = ''] = plainAddress(address).toLowerCase().split('%');
  const mapped = /^(?:::|(?:0+:){5})ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(plain)) return plain;
  // The URL parser writes an IPv6 address in its shortest form.
  const shortest = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [head = '', tail] = shortest.split('::');
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff';
  if (isMapped) return dotted(groups[6], groups[7]);
  return `${groups.slice(0, 4).join(':')}::`;
}

function dotted(high = '0', low = '0'): string {
  const bytes = [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((word) => [word >> 8, word & 255]);
  return bytes.join('.');
}
