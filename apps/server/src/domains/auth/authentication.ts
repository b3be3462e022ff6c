import type { Tokens } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import type { Database, Queries } from '../../platform/database/database.ts';
import { NotUniqueError } from '../../platform/database/faults.ts';
import { RefusedError, refuse } from '../../platform/http/refuse.ts';
import { refuseAfter, type Visitor } from '../../platform/http/serve.ts';
import type { AttemptThrottle } from '../../platform/limits/attempt-throttle.ts';
import type { SendMail } from '../../platform/mail/send-mail.ts';
import { addressBlock } from '../../platform/network/address-block.ts';
import { hashOf } from '../../platform/tokens/hash.ts';
import type { Passwords } from '../../platform/tokens/passwords.ts';
import {
  type Account,
  canonicalEmail,
  canonicalUsername,
  isReserved,
  type UserService,
} from '../users/service.ts';
import { lifetimes, type MailCodes } from './codes.ts';
import { deviceOf } from './device.ts';
import type { MailLinks } from './links.ts';
import type { MailLimits } from './mail-limits.ts';
import { newSignInMail, verifyMail } from './mails.ts';
import type { SignIns } from './sign-ins.ts';
import { authStore } from './store.ts';

export interface AuthenticationDeps {
  database: Database;
  users: UserService;
  signIns: SignIns;
  codes: MailCodes;
  mailLimits: MailLimits;
  passwords: Passwords;
  /** Per account and address. */
  tries: AttemptThrottle;
  /** Per account, from all unknown addresses together; only without a challenge that slows guessing down. */
  triesFromAnywhere: AttemptThrottle | undefined;
  sendMail: SendMail;
  links: MailLinks;
  signup: 'open' | 'invite' | 'closed';
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface NewAccount {
  email: string;
  username: string;
  password: string;
  invite?: string | undefined;
}

type Credentials = ({ username: string } | { email: string }) & { password: string };

/** After this many failures, a successful sign-in is reported to the owner by mail. */
const suspicious = 5;

/** Signing up and signing in. */
export function authentication(deps: AuthenticationDeps) {
  const {
    database,
    users,
    signIns,
    codes,
    mailLimits,
    passwords,
    tries,
    triesFromAnywhere,
    sendMail,
    links,
    signup,
    now,
  } = deps;

  /** The account, with the hash that verified the password; undefined if the password is wrong. */
  async function verified(account: Account | undefined, password: string): Promise<Account | undefined> {
    if (!account) {
      await passwords.pretend(password);
      return undefined;
    }
    const { isRight, isWeak } = await passwords.verify(account.hashed_password, password);
    if (!isRight) return undefined;
    return isWeak ? rehashed(account, password) : account;
  }

  async function rehashed(account: Account, password: string): Promise<Account> {
    const hashed = await passwords.hash(password);
    const isDone = await users.setPassword(account.user_id, hashed, undefined, account.hashed_password);
    return isDone ? { ...account, hashed_password: hashed } : account;
  }

  /** Counts the attempt before anything is verified; returns what to do about the count afterwards. */
  async function countAttempt(account: Account | undefined, name: string, { address }: Visitor) {
    const who = account?.user_id ?? `nobody ${hashOf(name)}`;
    const here = `${who} ${address}`;
    const isStranger =
      triesFromAnywhere !== undefined && !(account && (await signIns.isKnownAt(account.user_id, address)));
    refuseAfter(await tries.attempt(here));
    if (isStranger) refuseAfter(await triesFromAnywhere.attempt(who));
    return {
      async forgive() {
        await triesFromAnywhere?.reset(who);
        return tries.reset(here);
      },
      async takeBack() {
        await tries.cancel(here);
        if (isStranger) await triesFromAnywhere.cancel(who);
      },
    };
  }

  /** Notifies the person of a new device, and of a success after many failures. */
  async function notifyOfSignIn(on: Queries, account: Account, failures: number, visitor: Visitor) {
    const device = deviceOf(visitor.userAgent);
    const isKnown = (await authStore(on).knownDevices(account.user_id)).some(
      (place) => place.device === device && addressBlock(place.address) === visitor.address,
    );
    if (isKnown && failures < suspicious) return;
    const circumstances = { at: new Date(now()), device, address: visitor.ip, resetLink: links.forgot() };
    await sendMail(on, { to: account.email, ...newSignInMail(circumstances) });
  }

  /** The account, once its password is verified, and the number of failures before. */
  async function authenticate({ password, ...name }: Credentials, visitor: Visitor) {
    const known = await users.accountBy(name);
    const count = await countAttempt(known, nameIn(name), visitor);
    const account = await verified(known, password).catch(async (error) => {
      // Nothing was verified, so it was not an attempt.
      if (error instanceof RefusedError) await count.takeBack();
      throw error;
    });
    if (!account) {
      visitor.record('sign-in-failed', { subject: known?.user_id });
      return refuse('wrong-credentials', 'Incorrect username or password');
    }
    return { account, failures: await count.forgive() };
  }

  async function signIn(credentials: Credentials, visitor: Visitor): Promise<Tokens> {
    const { account, failures } = await authenticate(credentials, visitor);
    const prepared = await signIns.prepare();
    const begun = await database.transaction(async (trx) => {
      await users.lock(account.user_id, trx);
      const current = await users.account(account.user_id, trx);
      if (current?.user_standing === 'suspended') {
        visitor.record('sign-in-failed', { subject: account.user_id });
        refuse('suspended', 'This account is suspended. Contact the operator of this server.');
      }
      if (current?.hashed_password !== account.hashed_password) return undefined;
      await notifyOfSignIn(trx, account, failures, visitor);
      return signIns.begin(account.user_id, prepared, visitor, trx);
    });
    // The password was changed while it was being verified: knowing the old one no longer counts.
    if (!begun) return signIn(credentials, visitor);
    visitor.record('signed-in', { actor: account.user_id });
    return signIns.tokensFor(begun);
  }

  return {
    signIn,

    async signUp({ email, username, password, invite }: NewAccount, visitor: Visitor): Promise<Tokens> {
      if (signup === 'closed') refuse('signup-closed', 'Sign-up is closed on this server at the moment.');
      if (signup === 'invite' && !invite) {
        refuse('signup-closed', 'You need an invitation to sign up on this server.');
      }
      const emailCanonical = canonicalEmail(email) ?? refuse('bad-input', 'Please enter a valid email');
      // First, so that no one without an invitation learns who has an account, or has a password hashed.
      if (signup === 'invite') {
        const isValid = await authStore(database.db).isValidInvite(
          hashOf(invite ?? ''),
          emailCanonical,
          now(),
        );
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
            const mail = verifyMail({ link: links.verify(code), lifetime: lifetimes.verify });
            await sendMail(trx, { to: email, ...mail });
          }
          return signIns.begin(userId, prepared, visitor, trx);
        })
        .catch((error) => {
          if (error instanceof NotUniqueError) taken();
          throw error;
        });
      visitor.record('signed-up', { actor: userId });
      return signIns.tokensFor(begun);
    },
  };

  async function useInvite(on: Queries, invite: string, email: string, userId: string) {
    const isGood = await authStore(on).redeemInvite(hashOf(invite), email, userId, now());
    if (!isGood) uselessInvite();
  }
}

function uselessInvite(): never {
  return refuse(
    'signup-closed',
    'This invitation has been used, has expired or is for another email address. Ask for a new one.',
  );
}

function nameIn(name: { username: string } | { email: string }): string {
  if ('username' in name) return canonicalUsername(name.username);
  return canonicalEmail(name.email) ?? name.email.trim().toLowerCase();
}

function taken(): never {
  return refuse('taken', 'Username or email already exists.');
}
