import { refuse } from '../../../platform/http/refuse.ts';

export function noInvitation(): never {
  return refuse('not-found', 'This invitation no longer exists.');
}
