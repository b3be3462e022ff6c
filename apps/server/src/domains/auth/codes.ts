import type { Queries } from '../../platform/database/database.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { hashOf, newSecret } from '../../platform/tokens/hash.ts';
import { canonicalEmail } from '../users/service.ts';
import { type CodePurpose, codeStore } from './code-store.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long a mailed code is valid (milliseconds). */
export const lifetimes: Record<CodePurpose, number> = {
  verify: day,
  reset: 30 * minute,
  'change-email': day,
  'undo-change-email': 7 * day,
};

/** For these, only the newest code works; only a signed-in person can request another. */
const onlyNewestWorks: readonly CodePurpose[] = ['verify', 'change-email'];

interface RedeemedCode {
  userId: string;
  email: string;
  /** Milliseconds since 1970. */
  issuedAt: number;
}

interface Words {
  expired: string;
  unknown: string;
}

const over = 'The link was used or replaced, or has expired.';
const unknown = 'Invalid link. Open the complete link from the email.';

const words: Record<CodePurpose, Words> = {
  verify: {
    expired: `${over} If your email is not verified yet, ask for a new one.`,
    unknown,
  },
  reset: {
    expired: 'Invalid or expired reset link. Please request a new one.',
    unknown: 'Invalid reset link. Please request a new one.',
  },
  'change-email': {
    expired: `${over} If your email is still the old one, ask for the change again.`,
    unknown,
  },
  'undo-change-email': {
    expired:
      'The link was used, or has expired. If someone else has access to your account, set a new password.',
    unknown,
  },
};

export interface CodeDeps {
  /** Locks the account until the transaction ends. */
  lock(userId: string, on: Queries): Promise<unknown>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Secrets sent by mail: stored as hashes, valid once, for one purpose and one address. */
export function mailCodes({ lock, now }: CodeDeps) {
  return {
    /**
     * Creates a code. Neither resets requested by strangers nor a takeover of the account may invalidate earlier reset
     * and undo codes.
     */
    async issue(on: Queries, userId: string, purpose: CodePurpose, email: string): Promise<string> {
      const code = newSecret();
      const at = now();
      const store = codeStore(on);
      if (onlyNewestWorks.includes(purpose)) await store.invalidate(userId, [purpose], now());
      await store.add({
        token_hash: hashOf(code),
        user_id: userId,
        purpose,
        email,
        created_at: at,
        expires_at: at + lifetimes[purpose],
      });
      return code;
    },

    /** How long a code made now is valid, for its mail. */
    validity: (purpose: CodePurpose) => ({ lifetime: lifetimes[purpose], madeAt: now() }),

    /** How many codes for this purpose work now and for at least this much longer (milliseconds). */
    async countValid(on: Queries, userId: string, purpose: CodePurpose, time: number): Promise<number> {
      const codes = await codeStore(on).valid(userId, purpose, now() + time);
      // Codes issued while the clock was ahead seem valid for hours, and would suppress the next mail.
      return codes.filter((code) => code.created_at <= now()).length;
    },

    /** Throws the same refusal as `redeem`, so that nothing costly is done for an invalid code. */
    async check(on: Queries, code: string, purpose: CodePurpose): Promise<void> {
      const found = await codeStore(on).find(hashOf(code));
      if (!found) return refuse('unknown-code', words[purpose].unknown);
      const isGood = found.purpose === purpose && found.used_at === null && found.expires_at > now();
      if (!isGood) return expired(purpose);
    },

    /** Uses up a code; returns its owner, its address, and when it was issued. */
    async redeem(on: Queries, code: string, purpose: CodePurpose): Promise<RedeemedCode> {
      const store = codeStore(on);
      const found = await store.find(hashOf(code));
      // The account before its codes, as in every other change: in the opposite order, two could deadlock.
      if (found) await lock(found.user_id, on);
      const taken = await store.redeem(hashOf(code), purpose, now());
      if (taken) return { userId: taken.user_id, email: taken.email, issuedAt: taken.created_at };
      await this.check(on, code, purpose);
      return expired(purpose);
    },

    /** Ends a person's codes for one purpose. */
    invalidate: (on: Queries, userId: string, purpose: CodePurpose) =>
      codeStore(on).invalidate(userId, [purpose], now()),

    /**
     * Ends every code of an account with this address, in its canonical form. Only mailboxes that had the account earlier
     * keep their undo codes: they may belong to the owner, and the new password to an intruder.
     */
    async end(on: Queries, userId: string, email: string): Promise<void> {
      const store = codeStore(on);
      await store.invalidate(userId, ['verify', 'reset', 'change-email'], now());
      const undoCodes = await store.valid(userId, 'undo-change-email', now());
      const first = undoCodes.find((code) => canonicalEmail(code.email) === email);
      if (first) await this.endUndoCodes(on, userId, first.created_at);
    },

    /** Until when an earlier mailbox can take the account back; undefined: none can. */
    async undoableUntil(on: Queries, userId: string): Promise<Date | undefined> {
      const codes = await codeStore(on).valid(userId, 'undo-change-email', now());
      const last = codes.at(-1);
      return last && new Date(last.expires_at);
    },

    /** Ends the undo codes of mailboxes that had the account at this time or later. */
    endUndoCodes: (on: Queries, userId: string, since: number) =>
      codeStore(on).invalidate(userId, ['undo-change-email'], now(), since),

    expired,
  };
}
export type MailCodes = ReturnType<typeof mailCodes>;

function expired(purpose: CodePurpose): never {
  return refuse('expired-code', words[purpose].expired);
}
