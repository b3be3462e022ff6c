import type { FetchError } from '@polylogue/contract/client';

/** What is said of an upload that was answered and not taken, and whether the same file may be taken next time. */
export interface UploadRefusal {
  message: string;
  isWorthTrying: boolean;
}

/** Larger than it may be, or of a kind that is not taken: it would be the same again. */
const final = [413, 415];

export function uploadRefusal({ status, refused }: Pick<FetchError, 'status' | 'refused'>): UploadRefusal {
  return { message: refused?.message ?? wordsFor(status), isWorthTrying: !final.includes(status) };
}

/** Of an answer that is not our own server's, but one of what stands before it, or that it broke down over. */
function wordsFor(status: number): string {
  return status === 413
    ? 'It is larger than the server takes. Choose a smaller one.'
    : 'Something went wrong on the server. Try again in a moment.';
}
