import { BlockList, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { plainAddress } from './address-block.ts';

const ownNetworks = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
] as const) {
  ownNetworks.addSubnet(network, bits);
}
ownNetworks.addAddress('::1', 'ipv6');
ownNetworks.addSubnet('fc00::', 7, 'ipv6');
ownNetworks.addSubnet('fe80::', 10, 'ipv6');

/**
 * Trusts the X-Forwarded-For entries of this many proxies. The nearest must be on loopback or a private network:
 * otherwise, a caller who bypasses the proxy could claim any address.
 */
export function trustOf(proxies: number): false | ((address: string, hop: number) => boolean) {
  if (proxies === 0) return false;
  return (address, hop) => hop < proxies && (hop > 0 || isOwnNetwork(address));
}

/** The caller's address, as far as `trustOf` allows. Never `request.ip` itself: some proxies include a port. */
export const callerAddress = (request: FastifyRequest): string => plainAddress(request.ip);

function isOwnNetwork(address: string): boolean {
  const [plain = ''] = address.split('%');
  return ownNetworks.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}
