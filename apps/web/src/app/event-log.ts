import { type Happening, listenToEvents } from '../lib/state/events.ts';
import { live } from '../lib/state/live.ts';

type StoreEvent = { type: 'happened'; happening: Happening } | { type: 'cleared' };

/** How many events are kept, so that hours of debugging do not use up the memory. */
const most = 500;

/** What has happened since the log was opened, newest first. */
export const eventLog = live<readonly Happening[], StoreEvent>([], (log, event) =>
  event.type === 'cleared' ? [] : [event.happening, ...log].slice(0, most),
);

let stop: (() => void) | null = null;

export function startLog(): void {
  stop ??= listenToEvents((happening) => eventLog.dispatch({ type: 'happened', happening }));
}

export function endLog(): void {
  stop?.();
  stop = null;
  eventLog.dispatch({ type: 'cleared' });
}
