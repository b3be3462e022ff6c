import { oneAddress } from './address.ts';

/** The sender of our mails. */
export interface Sender {
  name: string;
  address: string;
}

/** Parses `Name <address>` or an address alone; undefined for anything else. */
export function readSender(text: string): Sender | undefined {
  const [, name = '', given = ''] = /^(?:([^"<>\\\p{C}]*)<([^<>]*)>|.*)$/u.exec(text) ?? [];
  const address = oneAddress(given || text);
  return address === undefined ? undefined : { name: name.trim(), address };
}
