import type { Torch } from '@polylogue/contract';
import type { TransientFrame } from '../../../api/live-frames.ts';
import type { Clock } from '../../../lib/schedule/clock.ts';
import { type Live, live } from '../../../lib/state/live.ts';

/** Who is in a space right now, as far as this browser knows. */
export interface Presence {
  /** By id, whether they are looking at it; not necessarily complete. */
  here: Readonly<Record<string, boolean>>;
  /** How many people are here. */
  count: number;
  /** Who is typing, by id. */
  typing: readonly string[];
  /** By id, what people who are here lend, and what of it is spent; without a connection, as it was last. */
  lent: Readonly<Record<string, Lent>>;
  /** What answers the questions of this browser’s person from another of their browsers; null: nothing. */
  forSelf: Lent | null;
}

export type Lent = NonNullable<Torch['lend']> &
  Pick<Torch, 'spent_today' | 'lent_at'> & {
    /** Whether the page of a browser that lends is in view, so that it answers at once. */
    isVisible: boolean;
  };
type Here = Extract<TransientFrame, { type: 'presence' }>['people'];

type PresenceEvent =
  | { type: 'here'; people: Here; count: number }
  | { type: 'typing' | 'stopped'; user_id: string }
  | { type: 'disconnected' };

const emptyPresence: Presence = { here: {}, count: 0, typing: [], lent: {}, forSelf: null };

/** Milliseconds without a typing signal after which a member counts as no longer typing. */
const typingTime = 5_000;

export interface PresenceStore extends Pick<Live<Presence>, 'read' | 'listen' | 'start'> {
  onFrame(frame: TransientFrame): void;
  /** They have posted. */
  stoppedTyping(user_id: string): void;
  /** The connection is closed. */
  disconnected(): void;
}

export function openPresence(clock: Pick<Clock, 'after'>): PresenceStore {
  const presence = live<Presence, PresenceEvent>(emptyPresence, after);
  const timers = new Map<string, () => void>();

  function stopped(user_id: string) {
    timers.get(user_id)?.();
    timers.delete(user_id);
    presence.dispatch({ type: 'stopped', user_id });
  }

  return {
    read: presence.read,
    listen: presence.listen,
    start: presence.start,
    stoppedTyping: stopped,
    onFrame(frame) {
      if (frame.type === 'presence') {
        return presence.dispatch({ type: 'here', people: frame.people, count: frame.count });
      }
      if (frame.type !== 'typing') return;
      const { user_id } = frame;
      timers.get(user_id)?.();
      timers.set(
        user_id,
        clock.after(typingTime, () => stopped(user_id)),
      );
      presence.dispatch({ type: 'typing', user_id });
    },
    disconnected() {
      for (const callOff of timers.values()) callOff();
      timers.clear();
      presence.dispatch({ type: 'disconnected' });
    },
  };
}

function after(presence: Presence, event: PresenceEvent): Presence {
  const { typing } = presence;
  switch (event.type) {
    case 'here': {
      const here = Object.fromEntries(event.people.map(({ user_id, is_visible }) => [user_id, is_visible]));
      const torches = event.people.flatMap(({ user_id, is_visible, torch, is_torch_visible }) =>
        torch ? [{ user_id, torch, isVisible: is_torch_visible ?? is_visible }] : [],
      );
      const lent = torches.flatMap(({ user_id, isVisible, torch: { lend, spent_today, lent_at } }) =>
        // What answers one question is nothing that others can ask.
        lend && lend.only_turn === undefined
          ? [[user_id, { ...lend, spent_today, lent_at, isVisible }] as const]
          : [],
      );
      // Nobody is sent that of others.
      const [forSelf = null] = torches.flatMap(({ isVisible, torch: { for_self, lent_at } }) =>
        for_self ? [{ ...for_self.lend, spent_today: for_self.spent_today, lent_at, isVisible }] : [],
      );
      return {
        here,
        count: event.count,
        typing: typing.filter((id) => id in here),
        lent: Object.fromEntries(lent),
        forSelf,
      };
    }
    case 'typing':
      return typing.includes(event.user_id) ? presence : { ...presence, typing: [...typing, event.user_id] };
    case 'stopped':
      return typing.includes(event.user_id)
        ? { ...presence, typing: typing.filter((id) => id !== event.user_id) }
        : presence;
    case 'disconnected':
      return { ...emptyPresence, lent: presence.lent, forSelf: presence.forSelf };
  }
}
