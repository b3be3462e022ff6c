import type { Caller } from '@polylogue/contract/client';
import { access } from './call.ts';

/** The account has signed out or changed since: no request is made on behalf of another. */
export class SignedOut extends Error {
  override name = 'SignedOut';
}

/** Calls made on behalf of one account. The token is reread for each call: this must never reach another account. */
export const callAs =
  (account: string, call: Caller): Caller =>
  (name, request, options) =>
    access.read()?.owner === account ? call(name, request, options) : Promise.reject(new SignedOut());
