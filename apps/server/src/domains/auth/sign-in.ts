import type { Tokens } from '@polylogue/contract';
import type { Database, Queries } from '../../platform/database/database.ts';
import { RefusedError, refuse } from '../../platform/http/refuse.ts';
import { refuseAfter, type Visitor } from '../../platform/http/serve.ts';
import type { AttemptThrottle } from '../../platform/limits/attempt-throttle.ts';
import type { SendMail } from '../../platform/mail/send-mail.ts';
import { addressBlock } from '../../platform/network/address-block.ts';
import { hashOf } from '../../platform/tokens/hash.ts';
import type { Passwords } from '../../platform/tokens/passwords.ts';
import { type AccountRow, canonicalEmail, canonicalUsername, type UserService } from '../users/service.ts';
import { deviceOf } from './device.ts';
import type { MailLinks } from './links.ts';
import type { MailLimits } from './mail-limits.ts';
import { newSignInMail } from './mails.ts';
import { signInStore } from './sign-in-store.ts';
import type { SignInTokens } from './sign-in-tokens.ts';
import type { SignIns } from './sign-ins.ts';

type Credentials = ({ username: string } | { email: string }) & { password: string };

/** After this many failures, a successful sign-in is reported to the owner by mail. */
const suspicious = 5;

/** Returns a function that signs a person in. */
export function signingIn({
  database,
  users,
  signIns,
  tokens,
  passwords,
  tries,
  triesFromAnywhere,
  mailLimits,
  sendMail,
  links,
  now,
}: {
  database: Database;
  users: UserService;
  signIns: SignIns;
  tokens: SignInTokens;
  passwords: Passwords;
  /** Per account and address. */
  tries: AttemptThrottle;
  /** Per account, from all unknown addresses together; only without a challenge that slows guessing down. */
  triesFromAnywhere: AttemptThrottle | undefined;
  mailLimits: Pick<MailLimits, 'notice'>;
  sendMail: SendMail;
  links: MailLinks;
  /** Milliseconds since 1970. */
  now: () => number;
}) {
  /** The account, with the hash that verified the password; undefined if the password is wrong. */
  async function verified(
    account: AccountRow | undefined,
    password: string,
  ): Promise<AccountRow | undefined> {
    if (!account) {
      await passwords.pretend(password);
      return undefined;
    }
    const { isRight, isWeak } = await passwords.verify(account.hashed_password, password);
    if (!isRight) return undefined;
    return isWeak ? rehashed(account, password) : account;
  }

  async function rehashed(account: AccountRow, password: string): Promise<AccountRow> {
    const hashed = await passwords.hash(password);
    const isDone = await users.setPassword(account.user_id, hashed, undefined, account.hashed_password);
    return isDone ? { ...account, hashed_password: hashed } : account;
  }

  /** Counts the attempt before anything is verified; returns what to do about the count afterwards. */
  async function countAttempt(account: AccountRow | undefined, name: string, { address }: Visitor) {
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
  async function notifyOfSignIn(on: Queries, account: AccountRow, failures: number, visitor: Visitor) {
    const device = deviceOf(visitor.userAgent);
    const isKnown = (await signInStore(on).knownDevices(account.user_id)).some(
      (place) => place.device === device && addressBlock(place.address) === visitor.address,
    );
    if (isKnown && failures < suspicious) return;
    if (mailLimits.notice(account) > 0) return;
    const circumstances = { at: new Date(now()), device, address: visitor.ip };
    const mail = newSignInMail({ ...circumstances, changeLink: links.changePassword() });
    await sendMail(on, { to: account.email, ...mail });
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

  return async function signIn(credentials: Credentials, visitor: Visitor): Promise<Tokens> {
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
    return tokens.tokensFor(begun);
  };
}

function nameIn(name: { username: string } | { email: string }): string {
  if ('username' in name) return canonicalUsername(name.username);
  return canonicalEmail(name.email) ?? name.email.trim().toLowerCase();
}
