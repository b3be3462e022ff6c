import { refuse } from '../http/refuse.ts';
import { isFull } from './disk.ts';

export function noRoom(): never {
  return refuse('no-room', 'The server has no storage left. Try again later.');
}

/** For code that writes: turns a full disk into a refusal with a sentence. */
export function refuseWhenFull(error: unknown): never {
  if (isFull(error)) noRoom();
  throw error;
}
