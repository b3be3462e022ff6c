import { readReply } from '@polylogue/contract/client';
import { callAs, SignedOut } from '../../../api/call-as.ts';
import { access, callWithFile, FetchError, fetchSignedIn } from '../../../api/index.ts';
import type { FileOwner } from '../storage/record-files.ts';
import type { LoopNeeds } from './loop.ts';
import type { SyncFailure } from './pull.ts';

/** What the server stores about the conversations of one account. */
export function syncApi(account: string): LoopNeeds['api'] {
  const call = callAs(account);

  return {
    list: (before, signal) =>
      call('GET /api/v1/conversations', { query: before === null ? {} : { before } }, { signal }),
    changes: (after, wait, signal) => call('GET /api/v1/changes', { query: { after, wait } }, { signal }),
    records: (after, signal) => call('GET /api/v1/records', { query: { after } }, { signal }),
    // Sent with keepalive where possible, so that it is not cancelled when the page is closed.
    push: (body, signal) =>
      call('POST /api/v1/changes', { body }, fitsKeepalive(body) ? { keepalive: true } : { signal }),
    tail: (conversation_id, signal) =>
      call(
        'GET /api/v1/conversations/:conversation_id',
        { params: { conversation_id }, query: { tail: 120 } },
        { signal },
      ),
    messages: (conversation_id, after, signal) =>
      call(
        'GET /api/v1/conversations/:conversation_id/messages',
        { params: { conversation_id }, query: { after } },
        { signal },
      ),
  };
}

/** The files of messages and records stored in the account. */
export function filesApi(account: string) {
  const call = callAs(account, callWithFile());
  return {
    async file(of: FileOwner): Promise<Blob> {
      if (access.read()?.owner !== account) throw new SignedOut();
      const response = await fetchSignedIn(
        'record_id' in of
          ? `/api/v1/records/${of.record_id}/file`
          : `/api/v1/messages/${of.message_id}/files/${of.place}`,
      );
      if (!response.ok) await readReply(response);
      return response.blob();
    },
    putFile(of: FileOwner, file: File, signal: AbortSignal): Promise<unknown> {
      if ('record_id' in of)
        return call('PUT /api/v1/records/:record_id/file', { params: of, file }, { signal });
      const params = { ...of, place: `${of.place}` };
      return call('PUT /api/v1/messages/:message_id/files/:place', { params, file }, { signal });
    },
  };
}

/** Bytes that browsers still send for a page that is closing, leaving room for headers. */
const keepaliveBytes = 60_000;

const fitsKeepalive = (body: object) =>
  document.visibilityState === 'hidden' &&
  new TextEncoder().encode(JSON.stringify(body)).length <= keepaliveBytes;

export function failureOf(error: unknown): SyncFailure {
  if (error instanceof SignedOut) return 'signed-out';
  if (!(error instanceof FetchError)) return 'away';
  switch (error.status) {
    case 401:
      return 'signed-out';
    case 404:
      return error.isNotFound ? 'missing' : 'away';
    case 400:
    case 413:
      return 'refused';
    case 429:
      return error.refused?.error === 'quota-used' ? 'quota-used' : 'away';
    case 507:
      return 'full';
    case 408:
      return 'away';
    default:
      return error.status < 500 ? 'denied' : 'away';
  }
}
