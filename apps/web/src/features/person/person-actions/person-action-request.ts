import type { Person } from '@polylogue/contract';
import { type Live, live } from '../../../lib/state/live.ts';
import type { PersonAction } from './person-action.ts';

interface PersonActionRequest {
  person: Person;
  action: PersonAction;
}

/** What a menu or a card has asked for; `AskedPersonAction` opens it, outside of their rows, which may go meanwhile. */
export const personActionRequest: Live<PersonActionRequest | null, PersonActionRequest | null> = live<
  PersonActionRequest | null,
  PersonActionRequest | null
>(null, (_, now) => now);
