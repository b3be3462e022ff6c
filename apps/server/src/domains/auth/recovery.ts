import type { Database, Queries } from '../../platform/database/database.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { refuseAfter, type SignedIn, type Visitor } from '../../platform/http/serve.ts';
import type { AttemptThrottle } from '../../platform/limits/attempt-throttle.ts';
import type { SendMail } from '../../platform/mail/send-mail.ts';
import type { Passwords } from '../../platform/tokens/passwords.ts';
import type { AccountRow, UserService } from '../users/service.ts';
import type { MailCodes } from './codes.ts';
import type { MailLinks } from './links.ts';
import type { MailLimits } from './mail-limits.ts';
import { passwordChangedMail, resetMail } from './mails.ts';
import type { OpenRequests } from './open-requests.ts';
import { changedMeanwhile, type PasswordCheck } from './password-check.ts';
import type { SignIns } from './sign-ins.ts';

export interface RecoveryDeps {
  database: Database;
  users: UserService;
  signIns: SignIns;
  codes: MailCodes;
  mailLimits: MailLimits;
  openRequests: OpenRequests;
  passwordCheck: PasswordCheck;
  passwords: Passwords;
  tries: AttemptThrottle;
  sendMail: SendMail;
  links: MailLinks;
  /** Milliseconds since 1970. */
  now: () => number;
}

const minute = 60_000;
/** With this many links valid for this much longer (milliseconds), strangers cannot have more mailed. */
export const resetLinkLimit = { links: 3, time: 5 * minute };

/** Changing the password, and resetting it. */
export function recovery({
  database,
  users,
  signIns,
  codes,
  mailLimits,
  openRequests,
  passwordCheck: { requirePassword, requireUnchanged },
  passwords,
  tries,
  sendMail,
  links,
  now,
}: RecoveryDeps) {
  async function notice(on: Queries, account: AccountRow) {
    if (mailLimits.notice(account) > 0) return;
    const when = { at: new Date(now()), backUntil: await codes.undoableUntil(on, account.user_id) };
    await sendMail(on, { to: account.email, ...passwordChangedMail({ ...when, resetLink: links.forgot() }) });
  }

  /** Mails a link, unless the person already has enough links that stay valid for a while. */
  async function mailLink(
    { user_id, email, email_canonical }: AccountRow,
    isEnough: (links: number) => boolean,
  ) {
    await database.transaction(async (trx) => {
      await users.lock(user_id, trx);
      const current = await users.account(user_id, trx);
      if (current?.email_canonical !== email_canonical) return;
      if (isEnough(await codes.countValid(trx, user_id, 'reset', resetLinkLimit.time))) return;
      const code = await codes.issue(trx, user_id, 'reset', email_canonical);
      const mail = resetMail({ link: links.reset(code), ...codes.validity('reset') });
      await sendMail(trx, { to: email, ...mail });
    });
  }

  return {
    async changePassword(
      { current_password, new_password }: { current_password: string; new_password: string },
      { userId, signInId, record }: SignedIn & Visitor,
    ): Promise<void> {
      const account = await requirePassword(userId, current_password);
      const hashed = await passwords.hash(new_password);
      await database.transaction(async (trx) => {
        const isFirst = await users.setPassword(userId, hashed, trx, account.hashed_password);
        const current = isFirst ? await users.account(userId, trx) : undefined;
        if (!current) return changedMeanwhile();
        await signIns.end(userId, { except: signInId }, 'password-changed', trx);
        await openRequests.invalidate(trx, current);
        await notice(trx, current);
      });
      record('password-changed');
    },

    async endSignIns(
      { sign_in_id, current_password }: { sign_in_id?: string | undefined; current_password: string },
      { userId, signInId, record }: SignedIn & Visitor,
    ): Promise<void> {
      const account = await requirePassword(userId, current_password);
      const which = sign_in_id === undefined ? { except: signInId } : { only: sign_in_id };
      const ended = await database.transaction(async (trx) => {
        await requireUnchanged(account, trx);
        return signIns.end(userId, which, 'ended', trx);
      });
      if (sign_in_id !== undefined && ended === 0) refuse('not-found', 'This device is already signed out.');
      record('sign-ins-ended');
    },

    /** Mails a link, unless an earlier one still works: after a request, a valid link always exists. */
    async forgot(email: string, { address, record }: Visitor): Promise<void> {
      const account = (await users.accountBy({ email })) ?? unknownEmail();
      const isStranger = !(await signIns.isKnownAt(account.user_id, address));
      await mailLink(account, (links) => {
        const isTooOften = mailLimits.resetAgain(account.user_id, address) > 0;
        if (links > 0 && (isTooOften || (isStranger && links >= resetLinkLimit.links))) return true;
        refuseAfter(mailLimits.fromNetworkAddress(address));
        return false;
      });
      record('password-reset-asked', { subject: account.user_id });
    },

    async reset(code: string, password: string, { address, record }: Visitor): Promise<void> {
      await codes.check(database.db, code, 'reset');
      const hashed = await passwords.hash(password);
      const userId = await database.transaction(async (trx) => {
        const { userId, email } = await codes.redeem(trx, code, 'reset');
        const account = await users.account(userId, trx);
        // The link was mailed to an address that the account no longer has.
        if (account?.email_canonical !== email) return codes.expired('reset');
        await users.setPassword(userId, hashed, trx);
        // The owner of the mailbox has proved it; anyone who used the account without it is signed out.
        await users.markVerified(userId, email, trx);
        await signIns.end(userId, {}, 'password-reset', trx);
        await openRequests.invalidate(trx, account);
        await notice(trx, { ...account, email_verified: true });
        return userId;
      });
      // Earlier failed attempts must not lock them out now.
      await tries.reset(`${userId} ${address}`);
      await tries.reset(`${userId} password`);
      record('password-reset', { subject: userId });
    },

    // For the operator.

    /** A reset link for the operator to pass on; no mail is sent. */
    async resetLink(userId: string): Promise<string> {
      const code = await database.transaction(async (trx) => {
        const account = (await users.account(userId, trx)) ?? refuse('not-found', 'User not found');
        return codes.issue(trx, userId, 'reset', account.email_canonical);
      });
      return links.reset(code);
    },

    /** Mails a reset link to the account's address. */
    async mailResetLink(userId: string): Promise<void> {
      await mailLink((await users.account(userId)) ?? refuse('not-found', 'User not found'), () => false);
    },
  };
}

function unknownEmail(): never {
  return refuse('unknown-email', 'Email address not found.');
}
