import type { FetchError } from '@polylogue/contract/client';

/** The message for an upload that the server refused, and whether the same file may be accepted next time. */
export interface UploadRefusal {
  message: string;
  isWorthTrying: boolean;
}

/** Too large, or of a kind that is not taken: trying again would end the same way. */
const final = [413, 415];

export function uploadRefusal({ status, refused }: Pick<FetchError, 'status' | 'refused'>): UploadRefusal {
  return { message: refused?.message ?? wordsFor(status), isWorthTrying: !final.includes(status) };
}

/** For a response without our server's own message: from a proxy in front of it, or after a crash. */
function wordsFor(status: number): string {
  return status === 413
    ? 'It is larger than the server accepts. Choose a smaller one.'
    : 'Something went wrong on the server. Try again in a moment.';
}
