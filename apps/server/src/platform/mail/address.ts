import { domainToASCII } from 'node:url';

/** Letters of any script, digits, and the signs allowed without quotes; dots in between. */
const local = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
/** Characters. */
const maxOfHost = 253;
const label = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/;

/**
 * The single address in `text`, its host in lowercase ASCII; undefined for everything else. Stricter than the standard
 * on purpose: no quotes, comments, lists, names, or numbers for a host, since mail programs interpret those
 * differently.
 */
export function oneAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  const name = text.slice(0, Math.max(at, 0));
  // What a URL parser would cut off or decode must not pass as part of a host.
  const typed = text.slice(at + 1);
  if (typed.length > maxOfHost || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(typed)) return undefined;
  const host = domainToASCII(typed);
  const labels = host.split('.');
  const isHost = labels.every((one) => label.test(one)) && !/^\d+$/.test(labels.at(-1) ?? '');
  if (!local.test(name) || Buffer.byteLength(name) > 64 || !isHost || host.length > maxOfHost)
    return undefined;
  const address = `${name}@${host}`;
  return Buffer.byteLength(address) <= 254 ? address : undefined;
}
