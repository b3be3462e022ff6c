import { expiringMap } from '../../platform/memory/expiring-map.ts';

const minute = 60_000;
const hour = 60 * minute;

/** How many mails may be requested per hour; docs/operations.md lists the same numbers. */
export const mailLimitsPerHour = {
  /** From one network address, to all recipients together. */
  fromNetworkAddress: 60,
  /** Password links from one network address to one person. */
  fromNetworkAddressToPerson: 5,
  /** Verification links to one address. */
  verifications: 10,
  /** From one person to an address that is not theirs yet. */
  fromPersonToAddress: 3,
  /** From everyone together to an address that is not theirs yet. */
  toNewAddress: 10,
  /** Notices of what happened in an account, to its verified address. */
  notices: 60,
};

/** The address of an account. */
export interface Mailbox {
  email_canonical: string;
  email_verified: boolean;
}

interface Limit {
  key: string;
  mails: number;
  /** Milliseconds. */
  time: number;
}

const onceAMinute = (key: string): Limit => ({ key: `${key} again`, mails: 1, time: minute });
const anHour = (key: string, mails: number): Limit => ({ key, mails, time: hour });

/**
 * How often mails may be requested. Senders and recipients are counted separately, so that neither can one stranger use
 * up a person's incoming mails, nor can many together use up what that person may request.
 */
export function mailLimits(steady: () => number, capacity = 100_000) {
  const windows = expiringMap<{ mails: number; endsAt: number }>(steady, capacity);

  function wait({ key, mails }: Limit): number {
    const window = windows.get(key);
    return window && window.mails >= mails ? window.endsAt - steady() : 0;
  }

  /** Counts a mail against all limits, or against none if one is exhausted; returns the seconds to wait, else 0. */
  function take(...limits: Limit[]): number {
    const longest = Math.max(...limits.map(wait));
    if (longest > 0) return Math.ceil(longest / 1000);
    for (const { key, time } of limits) {
      const { mails, endsAt } = windows.get(key) ?? { mails: 0, endsAt: steady() + time };
      windows.set(key, { mails: mails + 1, endsAt }, endsAt);
    }
    return 0;
  }

  const fromNetworkAddress = (networkAddress: string) =>
    anHour(`from ${networkAddress}`, mailLimitsPerHour.fromNetworkAddress);
  const toNewAddress = (email: string) => anHour(`to ${email}`, mailLimitsPerHour.toNewAddress);

  return {
    /** Any mail requested from a network address. Like the others, returns the seconds to wait. */
    fromNetworkAddress: (networkAddress: string) => take(fromNetworkAddress(networkAddress)),

    /** Another password link for the same person from the same network address. */
    resetAgain(userId: string, networkAddress: string): number {
      const pair = `reset ${userId} from ${networkAddress}`;
      return take(onceAMinute(pair), anHour(pair, mailLimitsPerHour.fromNetworkAddressToPerson));
    },

    /** A verification link to a person's current address. */
    verification: (email: string) =>
      take(onceAMinute(`verify ${email}`), anHour(`verify ${email}`, mailLimitsPerHour.verifications)),

    /** The same, for an account that is being created. */
    signUpVerification: (email: string) => take(onceAMinute(`verify ${email}`), toNewAddress(email)),

    /** A notice of what happened in an account: anyone may have signed up with an address that is not verified. */
    notice: ({ email_canonical: email, email_verified }: Mailbox) =>
      take(email_verified ? anHour(`notice ${email}`, mailLimitsPerHour.notices) : toNewAddress(email)),

    /** A link that confirms another address, and the notice of it to the current one. */
    confirmation(
      requester: { userId: string; signInId: string; address: string },
      email: string,
      current: Mailbox,
    ): number {
      return take(
        onceAMinute(`change ${requester.signInId}`),
        fromNetworkAddress(requester.address),
        anHour(`from ${requester.userId} to ${email}`, mailLimitsPerHour.fromPersonToAddress),
        toNewAddress(email),
        ...(current.email_verified ? [] : [toNewAddress(current.email_canonical)]),
      );
    },
  };
}
export type MailLimits = ReturnType<typeof mailLimits>;
