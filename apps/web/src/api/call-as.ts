import type { ApiClient } from '@polylogue/contract/client';
import { access, call } from './call.ts';

/** The account has signed out or changed since: no request is made on behalf of another. */
export class SignedOut extends Error {
  override name = 'SignedOut';
}

/** Calls made on behalf of one account. The token is reread for each call: this must never reach another account. */
export const callAs =
  (account: string, send: ApiClient = call): ApiClient =>
  (name, request, options) =>
    access.read()?.owner === account ? send(name, request, options) : Promise.reject(new SignedOut());
