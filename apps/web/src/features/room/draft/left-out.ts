import { type Live, live } from '../../../lib/state/live.ts';

type LeftOutEvent = { type: 'pressed'; id: string } | { type: 'posted' };

/** Ids of the messages that the next question is not sent with. */
export type LeftOut = Live<ReadonlySet<string>, LeftOutEvent>;

const none: ReadonlySet<string> = new Set();

export const openLeftOut = (): LeftOut =>
  live<ReadonlySet<string>, LeftOutEvent>(none, (ids, event) => {
    if (event.type === 'posted') return none;
    const next = new Set(ids);
    if (!next.delete(event.id)) next.add(event.id);
    return next;
  });
