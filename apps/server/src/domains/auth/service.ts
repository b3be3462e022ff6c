import type { Standing } from '@polylogue/contract';
import type { Database } from '../../platform/database/database.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { type Counting, ownCounting } from '../../platform/limits/counting.ts';
import type { SendMail } from '../../platform/mail/send-mail.ts';
import { accessTokens } from '../../platform/tokens/access.ts';
import { hashOf, newSecret } from '../../platform/tokens/hash.ts';
import { passwords as makePasswords, type Passwords } from '../../platform/tokens/passwords.ts';
import { rememberedSecret } from '../../platform/tokens/secret.ts';
import { canonicalEmail, type UserService } from '../users/service.ts';
import { codeStore } from './code-store.ts';
import { mailCodes } from './codes.ts';
import { emails } from './emails.ts';
import { inviteStore } from './invite-store.ts';
import { keyStore } from './key-store.ts';
import { keyring } from './keyring.ts';
import { mailLinks } from './links.ts';
import { mailLimits } from './mail-limits.ts';
import { invitationMail } from './mails.ts';
import { type DataExports, openRequests } from './open-requests.ts';
import { passwordCheck } from './password-check.ts';
import { personalData } from './personal-data.ts';
import { recovery } from './recovery.ts';
import { refreshTokens } from './refresh-tokens.ts';
import { signingIn } from './sign-in.ts';
import { signInStore } from './sign-in-store.ts';
import { signInTokens } from './sign-in-tokens.ts';
import { signIns as makeSignIns } from './sign-ins.ts';
import { signingUp } from './sign-up.ts';

export { changedMeanwhile } from './password-check.ts';

export interface AuthDeps {
  database: Database;
  users: UserService;
  /** The current version of the waiver. */
  waiver: string;
  sendMail: SendMail;
  /** Omitted where no password is set. */
  dataExports?: DataExports;
  /** Called when sign-ins of a person have ended; omitted where there are no live connections. */
  signInsEnded?: (userId: string) => void;
  /** The public origin. */
  origin: () => string;
  signup: 'open' | 'invite' | 'closed';
  /** Whether every sign-in requires a solved challenge. */
  isChallenged: boolean;
  passwords?: Passwords | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Failed attempts; by default each process counts its own. */
  counting?: Counting;
  /** Milliseconds on a monotonic clock: with the wall clock, a wait could last for hours. */
  steady: () => number;
}

const day = 24 * 60 * 60 * 1000;
/** How long ended sign-ins are remembered, to recognise a device. */
const memoryTime = 30 * day;
/** How many failures from all addresses are free where no challenge slows guessing down. */
const freeFromAnywhere = 50;

const noDataExports: DataExports = { end: async () => {} };

/** Everything about accounts: signing up, in and out, staying signed in, and recovering access. */
export function authService(deps: AuthDeps) {
  const { database, users, sendMail, signup, now, steady } = deps;
  const passwords = deps.passwords ?? makePasswords();
  const keys = keyring(database, now, steady);
  const pages = mailLinks(deps.origin);
  const codes = mailCodes({ lock: users.lock, now });
  const { attemptThrottle } = deps.counting ?? ownCounting(steady);
  const tries = attemptThrottle();
  const refreshing = refreshTokens(rememberedSecret(database.db, 'refresh', now));
  const ended = deps.signInsEnded ?? (() => {});
  const signIns = makeSignIns({ database, refreshing, ended, now });
  const tokens = signInTokens({
    database,
    users,
    waiver: deps.waiver,
    access: accessTokens(keys, now),
    refreshing,
    end: signIns.end,
    now,
  });
  const shared = {
    database,
    users,
    signIns,
    tokens,
    codes,
    mailLimits: mailLimits(steady),
    openRequests: openRequests({ codes, dataExports: deps.dataExports ?? noDataExports }),
    passwordCheck: passwordCheck({ users, passwords, tries }),
    passwords,
    tries,
    sendMail,
    links: pages,
    now,
  };
  const triesFromAnywhere = deps.isChallenged ? undefined : attemptThrottle(freeFromAnywhere);

  return {
    signIn: signingIn({ ...shared, triesFromAnywhere }),
    signUp: signingUp({ ...shared, signup }),
    signIns,
    tokens,
    passwordCheck: shared.passwordCheck,
    mailLimits: shared.mailLimits,
    recovery: recovery(shared),
    emails: emails(shared),
    personalData: personalData(database, users.accountBy, ended, now),

    /** Before the first request: creates the first signing key. */
    begin: () => keys.signing(),

    /** Deletes sign-ins, codes, invitations and keys that ended long ago. */
    async sweep(): Promise<void> {
      const before = now() - memoryTime;
      for (const store of [signInStore, codeStore, inviteStore, keyStore])
        await store(database.db).sweep(before);
    },

    // For the operator.

    /** A suspended person is signed out everywhere, and their pending requests end. */
    async setStanding(userId: string, standing: Standing): Promise<void> {
      await database.transaction(async (trx) => {
        const exists = await users.setStanding(userId, standing, trx);
        if (!exists) refuse('not-found', 'User not found');
        if (standing !== 'suspended') return;
        await signIns.end(userId, {}, 'suspended', trx);
        const account = await users.account(userId, trx);
        if (account) await codes.end(trx, userId, account.email_canonical);
      });
    },

    /** A link for one new account, mailed if it is for one address; `lifetime` in milliseconds. */
    async createInvite(email?: string, lifetime = 14 * day): Promise<string> {
      const canonical = email === undefined ? null : canonicalEmail(email);
      if (canonical === undefined) return refuse('bad-input', 'Please enter a valid email');
      const code = newSecret();
      const link = pages.invite(code);
      const at = now();
      await database.transaction(async (trx) => {
        await inviteStore(trx).add({
          code_hash: hashOf(code),
          email: canonical,
          created_at: at,
          expires_at: at + lifetime,
        });
        const mail = invitationMail({ link, lifetime, madeAt: at });
        if (email !== undefined) await sendMail(trx, { to: email, ...mail });
      });
      return link;
    },

    /** Makes a new key sign from now on; signatures by the old one stay valid until they expire. Returns the new id. */
    rotateSigningKey: () => keys.rotate(),
  };
}
export type AuthService = ReturnType<typeof authService>;
