import { type LoggedEvent, listenToEvents } from '../lib/state/events.ts';
import { live } from '../lib/state/live.ts';

type StoreEvent = { type: 'logged'; logged: LoggedEvent } | { type: 'cleared' };

/** How many events are kept, so that hours of debugging do not use up the memory. */
const most = 500;

/** The events since the log was opened, newest first. */
export const eventLog = live<readonly LoggedEvent[], StoreEvent>([], (log, event) =>
  event.type === 'cleared' ? [] : [event.logged, ...log].slice(0, most),
);

let stop: (() => void) | null = null;

export function startLog(): void {
  stop ??= listenToEvents((logged) => eventLog.dispatch({ type: 'logged', logged }));
}

export function endLog(): void {
  stop?.();
  stop = null;
  eventLog.dispatch({ type: 'cleared' });
}
