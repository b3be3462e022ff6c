import { type Amount, spentToday } from '@polylogue/sync/turns';
import { storage, tabStorage } from '../../../lib/state/storage.ts';
import { type Toast, toast } from '../../../ui/index.ts';
import type { SavedProvider } from '../../keys/index.ts';
import { openLedger } from './ledger.ts';
import { type LendChoice, lendChoices } from './lend-choices.ts';
import { lendNotices } from './lend-notices.ts';
import { lendTroubles } from './lend-troubles.ts';
import { hasKeyFor, type Lends, type LentAs, type OwnLend, openLends } from './lends.ts';

const ledgerLost: Toast = {
  title: 'Your key is no longer lent',
  text: 'This browser lost its record of what was spent, so it could no longer keep your limits.',
  tone: 'destructive',
};

/** What this browser lends for one account, how it chose that, what it spends, and what went wrong with it. */
export function openOwnLends(account: string) {
  const ledger = openLedger(account);
  const stores = { tab: tabStorage, browser: storage };
  const notices = lendNotices(tabStorage, account);
  const troubles = lendTroubles(storage, account, Date.now);
  const choices = lendChoices(storage, account);
  const opened = openLends(
    account,
    {
      ...stores,
      onOver(own, because) {
        troubles.clear(own.space_id);
        // Somebody else has answered the one question, or will.
        if (own.lend.only_turn === undefined) notices.add({ ...spaceOf(own), because, own });
      },
    },
    Date.now,
  );
  const forSelf = openLends(account, stores, Date.now, 'lent_to_self');

  function endAll() {
    if ([opened, forSelf].every((lends) => Object.keys(lends.read()).length === 0)) return;
    for (const lends of [opened, forSelf]) lends.endAll();
    toast(ledgerLost);
  }
  const lends: Lends = { ...opened, endAll };
  // What is lent until a time is lent by this page, too.
  troubles.check(lends.read());
  notices.follow(lends);

  return {
    ledger,
    lends,
    forSelf,
    notices,
    troubles,
    choices,

    async spentToday(space_id: string, as: LentAs): Promise<Amount> {
      const all = await ledger.read();
      const scope = { space_id, ...(as === 'lent_to_self' && { asked_by: account }) };
      return all ? spentToday(all, scope, Date.now()) : { usd: 0, tokens: 0 };
    },

    async lend(lend: OwnLend, as: LentAs, choice?: LendChoice): Promise<void> {
      // Existing lends must not continue with a new, empty ledger.
      if (!(await ledger.read())) endAll();
      await ledger.ensure();
      (as === 'lent' ? lends : forSelf).add(lend);
      if (choice) choices.remember(lend.space_id, as, choice);
      troubles.clear(lend.space_id);
    },

    /** By a press. */
    stop(space_id: string) {
      const own = lends.read()[space_id];
      lends.end(space_id);
      troubles.clear(space_id);
      if (own && own.lend.only_turn === undefined) notices.add({ ...spaceOf(own), because: 'stopped', own });
    },

    endWithoutKey(saved: readonly SavedProvider[]) {
      for (const all of [lends, forSelf]) all.endWhere((own) => !hasKeyFor(own, saved));
    },

    /** The browser had stopped the page. */
    slept(from: number, to: number) {
      for (const space_id of Object.keys(lends.read())) troubles.set(space_id, { kind: 'asleep', from, to });
    },
  };
}

const spaceOf = ({ space_id, space_name }: OwnLend) => ({ space_id, space_name });
