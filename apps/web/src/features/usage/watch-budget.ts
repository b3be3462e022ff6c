import { serverNow } from '../../api/index.ts';
import { browserClock } from '../../lib/schedule/clock.ts';
import { coalesced } from '../../lib/schedule/coalesced.ts';
import { live } from '../../lib/state/live.ts';
import { storage } from '../../lib/state/storage.ts';
import { isRecordListWhole, records } from '../record/list/index.ts';
import { onChangedElsewhere, onOwnerChanged, openedStore, savingStatus, storeOwner } from '../sync/index.ts';
import {
  type Budget,
  type BudgetStatus,
  budgetId,
  budgetIn,
  budgetWords,
  isBudgetUsedUp,
} from './budget/index.ts';
import { spentMicros, total, utcMonthOf } from './sums/index.ts';
import { type MonthSpent, monthSpentIn, usedUpEntry, usedUpValue } from './used-up/index.ts';
import { ownUsage } from './wiring.ts';

type Status = BudgetStatus | null;

const status = live<Status, Status>(null, (_, next) => next);
/** The budget of this person and what the month has cost; null: there is none, or the records have not been read. */
export const budgetStatus: Pick<typeof status, 'read' | 'start' | 'listen'> = status;

let known: MonthSpent | null = null;
/** What chats of this browser have cost this month that are recorded nowhere else, as `usedUpEntry` without words. */
const unrecordedEntry = 'polylogue.unrecorded';
/** How much of each is counted there, by their ids (millionths of a US dollar). */
const unrecorded = new Map<string, number>();

/** Milliseconds. */
const day = 86_400_000;
/** What a timer of a browser can wait (milliseconds): 25 days. */
const longestTimer = 2 ** 31 - 1;
let callOffMonthsEnd = () => {};

function tell(budget: Budget | null) {
  const next: Status = budget && { budget, spent: known?.spent ?? null };
  status.dispatch(next);
  callOffMonthsEnd();
  if (known)
    callOffMonthsEnd = browserClock.after(Math.min(known.until - Date.now(), longestTimer), refreshBudget);
  if (next?.spent === null) return;
  // Read before each question, also by pages that have not fetched this file yet.
  if (known && next?.budget.stops && isBudgetUsedUp(next))
    storage.write(usedUpEntry, usedUpValue(known, budgetWords(next)));
  else storage.remove(usedUpEntry);
}

/** Adds up the month anew, if there is a budget. Never rejects: without the account what is known stays. */
export const refreshBudget = coalesced(read);

async function read() {
  if (records.read() === null) return;
  const budget = budgetIn(records.read());
  // What stops until the records are read must stop until then.
  if (!budget) return mayBeUnread() ? undefined : tell(null);
  if (known && known.until <= Date.now()) known = null;
  // Another tab may have added it up since, or this page before it was reloaded.
  const entry = storage.read(usedUpEntry);
  const stored = monthSpentIn(entry, Date.now());
  // Whoever shows it looks only when it changes.
  if (entry !== null && !stored) storage.remove(usedUpEntry);
  if (stored && stored.spent > (known?.spent ?? -1)) known = stored;
  // Another budget counts at once, even while the account cannot be asked.
  tell(budget);
  const { from, to } = utcMonthOf(serverNow());
  const usage = await ownUsage(from, to).catch(() => null);
  if (!usage) return;
  known = { until: monthsEnd(), spent: spentMicros(total(usage.days)) + spentBeside() };
  tell(budget);
}

/** By the clock of this device. */
const monthsEnd = () => Date.now() + (utcMonthOf(serverNow()).to + 1) * day - serverNow();
const spentBeside = () => monthSpentIn(storage.read(unrecordedEntry), Date.now())?.spent ?? 0;

/** An answer of another device comes in pieces: how long after one to ask what it has cost (milliseconds). */
const elsewherePause = 3_000;
let isWaiting = false;

function refreshSoon() {
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(() => {
    isWaiting = false;
    void refreshBudget();
  }, elsewherePause);
}

/** Of an account, records may not have been fetched yet; without one, the database may open late. */
const mayBeUnread = () =>
  !isRecordListWhole.read() || (storeOwner() === null && savingStatus.read() === 'memory-only');

let isWatched = false;

/** Keeps the status, from now on. */
export function watchBudget(): void {
  if (isWatched) return;
  isWatched = true;
  for (const one of [records, isRecordListWhole, savingStatus]) one.listen(() => void refreshBudget());
  let before = storeOwner();
  onOwnerChanged(() => {
    known = null;
    // What a guest has spent goes along into the account, as their temporary conversation does.
    if (before !== null) storage.remove(unrecordedEntry);
    before = storeOwner();
    tell(null);
  });
  onChangedElsewhere(refreshSoon);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refreshBudget();
  });
  void refreshBudget();
}

/** Sets the budget; null removes it. */
export async function setBudget(budget: Budget | null): Promise<void> {
  const store = await openedStore();
  const values = budget
    ? { monthly_usd_micros: budget.micros, stops: budget.stops, deleted: false }
    : { monthly_usd_micros: null, stops: null, deleted: true };
  await store.writeRecords([{ kind: 'budget', record_id: budgetId, values }]);
  if (!budget) tell(null);
}

/** Counts what a chat has cost so far that leaves no record: a page that is closed takes none of it back. */
export function countUnrecorded(id: string, micros: number): void {
  const more = micros - (unrecorded.get(id) ?? 0);
  unrecorded.set(id, micros);
  if (more > 0)
    storage.write(unrecordedEntry, usedUpValue({ until: monthsEnd(), spent: spentBeside() + more }, ''));
  void refreshBudget();
}
