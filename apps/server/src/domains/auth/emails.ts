import type { Database } from '../../platform/database/database.ts';
import { NotUniqueError } from '../../platform/database/faults.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { refuseAfter, type SignedIn, type Visitor } from '../../platform/http/serve.ts';
import type { SendMail } from '../../platform/mail/send-mail.ts';
import { canonicalEmail, type UserService } from '../users/service.ts';
import { lifetimes, type MailCodes } from './codes.ts';
import type { MailLinks } from './links.ts';
import type { MailLimits } from './mail-limits.ts';
import { addressTakenMail, confirmEmailMail, emailChangeNoticeMail, verifyMail } from './mails.ts';
import type { OpenRequests } from './open-requests.ts';
import type { PasswordCheck } from './password-check.ts';
import type { SignIns } from './sign-ins.ts';

export interface EmailDeps {
  database: Database;
  users: UserService;
  signIns: SignIns;
  codes: MailCodes;
  mailLimits: MailLimits;
  openRequests: OpenRequests;
  passwordCheck: PasswordCheck;
  sendMail: SendMail;
  links: MailLinks;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Verifying an email address, changing it and changing it back. */
export function emails({
  database,
  users,
  signIns,
  codes,
  mailLimits,
  openRequests,
  passwordCheck,
  sendMail,
  links,
  now,
}: EmailDeps) {
  return {
    async sendVerification({ userId }: SignedIn): Promise<void> {
      await database.transaction(async (trx) => {
        await users.lock(userId, trx);
        const account =
          (await users.account(userId, trx)) ?? refuse('signed-out', 'This account does not exist.');
        if (account.email_verified) refuse('already-verified', 'Your email address is already verified.');
        refuseAfter(mailLimits.verification(account.email_canonical));
        const code = await codes.issue(trx, userId, 'verify', account.email_canonical);
        const mail = verifyMail({ link: links.verify(code), ...codes.validity('verify') });
        await sendMail(trx, { to: account.email, ...mail });
      });
    },

    async verify(code: string, { record }: Visitor): Promise<{ email: string }> {
      const { userId, email } = await database.transaction(async (trx) => {
        const taken = await codes.redeem(trx, code, 'verify');
        if (!(await users.markVerified(taken.userId, taken.email, trx))) codes.expired('verify');
        return taken;
      });
      record('email-verified', { subject: userId });
      return { email };
    },

    async change(
      { email, current_password }: { email: string; current_password: string },
      caller: SignedIn & Visitor,
    ): Promise<void> {
      const { userId, record } = caller;
      const canonical = canonicalEmail(email) ?? refuse('bad-input', 'Please enter a valid email');
      const account = await passwordCheck.requirePassword(userId, current_password);
      if (canonical === account.email_canonical) refuse('bad-input', 'This is already your email address.');
      // Whose address it is already learns that by mail, and whoever asked nothing.
      const isTaken = (await users.accountBy({ email })) !== undefined;
      const reserved = await users.deletion.hashes(account.email_canonical);
      await database.transaction(async (trx) => {
        const current = await passwordCheck.requireUnchanged(account, trx);
        refuseAfter(mailLimits.confirmation(caller, canonical, current));
        const code = await codes.issue(trx, userId, 'change-email', email);
        const undo = await codes.issue(trx, userId, 'undo-change-email', current.email);
        // Otherwise whoever took the address away could keep it from its owner with another account.
        await users.deletion.reserve(reserved, now() + lifetimes['undo-change-email'], trx);
        const mail = isTaken
          ? addressTakenMail({ resetLink: links.forgot() })
          : confirmEmailMail({ link: links.changeEmail(code), ...codes.validity('change-email') });
        await sendMail(trx, { to: email, ...mail });
        const notice = emailChangeNoticeMail({
          link: links.undoEmail(undo),
          ...codes.validity('undo-change-email'),
          newEmail: email,
        });
        await sendMail(trx, { to: current.email, ...notice });
      });
      record('email-change-asked');
    },

    async confirm(code: string, { record }: Visitor): Promise<{ email: string }> {
      const { userId, email } = await changeAddress(code, 'change-email');
      record('email-changed', { subject: userId });
      return { email };
    },

    /** Restores the old address and signs out every device, since one of them requested the new address. */
    async undo(code: string, { record }: Visitor): Promise<{ email: string }> {
      const { userId, email } = await changeAddress(code, 'undo-change-email');
      record('email-change-undone', { subject: userId });
      return { email };
    },

    // For the operator.

    /** The operator confirms that the address belongs to the account's owner. False if it was already verified. */
    async verifyByOperator(userId: string): Promise<boolean> {
      return database.transaction(async (trx) => {
        await users.lock(userId, trx);
        const account = (await users.account(userId, trx)) ?? refuse('not-found', 'User not found');
        if (account.email_verified) return false;
        await users.markVerified(userId, account.email_canonical, trx);
        await codes.invalidate(trx, userId, 'verify');
        return true;
      });
    },
  };

  async function changeAddress(code: string, purpose: 'change-email' | 'undo-change-email') {
    return database
      .transaction(async (trx) => {
        const { userId, email, issuedAt } = await codes.redeem(trx, code, purpose);
        const canonical = canonicalEmail(email) ?? codes.expired(purpose);
        await users.setEmail(userId, email, canonical, trx);
        if (purpose === 'change-email') {
          await codes.end(trx, userId, canonical);
        } else {
          // Undoes all later address changes as well: later mailboxes lose their undo codes.
          await codes.endUndoCodes(trx, userId, issuedAt);
          await openRequests.invalidate(trx, { user_id: userId, email_canonical: canonical });
          await signIns.end(userId, {}, 'email-undone', trx);
        }
        return { userId, email };
      })
      .catch((error) => {
        if (error instanceof NotUniqueError) taken();
        throw error;
      });
  }
}

function taken(): never {
  return refuse('taken', 'Username or email already exists.');
}
