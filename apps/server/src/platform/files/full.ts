import { refuse } from '../http/refuse.ts';

/** Whether writing failed because there is no room left, on the disk or for this user. */
export function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '');
}

export function noRoom(): never {
  return refuse('no-room', 'The server has no room left for uploads. Please try again later.');
}

/** For what writes: a full disk is a refusal with a sentence. */
export function refuseWhenFull(error: unknown): never {
  if (isFull(error)) noRoom();
  throw error;
}
