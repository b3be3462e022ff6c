import type { Tokens } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import type { Database, Queries } from '../../platform/database/database.ts';
import { NotUniqueError } from '../../platform/database/faults.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { Visitor } from '../../platform/http/serve.ts';
import type { SendMail } from '../../platform/mail/send-mail.ts';
import { hashOf } from '../../platform/tokens/hash.ts';
import type { Passwords } from '../../platform/tokens/passwords.ts';
import { canonicalEmail, canonicalUsername, isReserved, type UserService } from '../users/service.ts';
import type { MailCodes } from './codes.ts';
import { inviteStore } from './invite-store.ts';
import type { MailLinks } from './links.ts';
import type { MailLimits } from './mail-limits.ts';
import { verifyMail } from './mails.ts';
import type { SignInTokens } from './sign-in-tokens.ts';
import type { SignIns } from './sign-ins.ts';

export interface NewAccount {
  email: string;
  username: string;
  password: string;
  invite?: string | undefined;
}

/** Returns a function that creates an account and signs its owner in. */
export function signingUp({
  database,
  users,
  signIns,
  tokens,
  codes,
  mailLimits,
  passwords,
  sendMail,
  links,
  signup,
  now,
}: {
  database: Database;
  users: UserService;
  signIns: SignIns;
  tokens: SignInTokens;
  codes: MailCodes;
  mailLimits: MailLimits;
  passwords: Passwords;
  sendMail: SendMail;
  links: MailLinks;
  signup: 'open' | 'invite' | 'closed';
  /** Milliseconds since 1970. */
  now: () => number;
}) {
  async function useInvite(on: Queries, invite: string, email: string, userId: string) {
    const isGood = await inviteStore(on).redeem(hashOf(invite), email, userId, now());
    if (!isGood) uselessInvite();
  }

  return async function signUp(
    { email, username, password, invite }: NewAccount,
    visitor: Visitor,
  ): Promise<Tokens> {
    if (signup === 'closed') refuse('signup-closed', 'Sign-up is closed on this server at the moment.');
    if (signup === 'invite' && !invite) {
      refuse('signup-closed', 'You need an invitation to sign up on this server.');
    }
    const emailCanonical = canonicalEmail(email) ?? refuse('bad-input', 'Please enter a valid email');
    // First, so that no one without an invitation learns who has an account, or has a password hashed.
    if (signup === 'invite') {
      const isValid = await inviteStore(database.db).isValid(hashOf(invite ?? ''), emailCanonical, now());
      if (!isValid) uselessInvite();
    }
    const usernameCanonical = canonicalUsername(username);
    if (isReserved(username) || (await users.isTaken(usernameCanonical, emailCanonical))) taken();

    const hashed = await passwords.hash(password);
    const userId = newId();
    const prepared = await signIns.prepare();
    const begun = await database
      .transaction(async (trx) => {
        await users.add(
          {
            user_id: userId,
            username,
            username_canonical: usernameCanonical,
            email,
            email_canonical: emailCanonical,
            hashed_password: hashed,
            created_at: now(),
          },
          trx,
        );
        if (signup === 'invite') await useInvite(trx, invite ?? '', emailCanonical, userId);
        // No mail if too many were sent recently: the account's owner can request another.
        if (mailLimits.signUpVerification(emailCanonical) === 0) {
          const code = await codes.issue(trx, userId, 'verify', emailCanonical);
          const mail = verifyMail({ link: links.verify(code), ...codes.validity('verify') });
          await sendMail(trx, { to: email, ...mail });
        }
        return signIns.begin(userId, prepared, visitor, trx);
      })
      .catch((error) => {
        if (error instanceof NotUniqueError) taken();
        throw error;
      });
    visitor.record('signed-up', { actor: userId });
    return tokens.tokensFor(begun);
  };
}

function uselessInvite(): never {
  return refuse(
    'signup-closed',
    'This invitation has been used, has expired or is for another email address. Ask for a new one.',
  );
}

function taken(): never {
  return refuse('taken', 'Username or email already exists.');
}
