import { memory } from '../../platform/memory/memory.ts';

const minute = 60_000;
const hour = 60 * minute;

/** How many mails may be requested per hour; docs/operations.md lists the same numbers. */
export const mailRules = {
  /** From one network address, to all together. */
  fromOnePlace: 60,
  /** Password links from one network address to one person. */
  fromPlaceToPerson: 5,
  /** Verification links to one address. */
  verifications: 10,
  /** From one person to an address that is not theirs yet. */
  fromPersonToAddress: 3,
  /** From everyone together to an address that is not theirs yet. */
  toNewAddress: 10,
};

interface Bound {
  key: string;
  mails: number;
  /** Milliseconds. */
  time: number;
}

const onceAMinute = (key: string): Bound => ({ key: `${key} again`, mails: 1, time: minute });
const anHour = (key: string, mails: number): Bound => ({ key, mails, time: hour });

/**
 * How often mails may be requested. Senders and recipients are counted separately, so that neither can one stranger use
 * up a person's incoming mails, nor can many together use up what that person may request.
 */
export function mailBounds(steady: () => number, capacity = 100_000) {
  const windows = memory<{ mails: number; endsAt: number }>(steady, capacity);

  function wait({ key, mails }: Bound): number {
    const window = windows.recall(key);
    return window && window.mails >= mails ? window.endsAt - steady() : 0;
  }

  /** Counts a mail against all bounds, or against none if one is exhausted; returns the seconds to wait, else 0. */
  function take(...bounds: Bound[]): number {
    const longest = Math.max(...bounds.map(wait));
    if (longest > 0) return Math.ceil(longest / 1000);
    for (const { key, time } of bounds) {
      const { mails, endsAt } = windows.recall(key) ?? { mails: 0, endsAt: steady() + time };
      windows.keep(key, { mails: mails + 1, endsAt }, endsAt);
    }
    return 0;
  }

  const fromPlace = (place: string) => anHour(`from ${place}`, mailRules.fromOnePlace);
  const toNewAddress = (email: string) => anHour(`to ${email}`, mailRules.toNewAddress);

  return {
    /** Any mail requested from a network address. Like the others, returns the seconds to wait. */
    from: (place: string) => take(fromPlace(place)),

    /** Another password link for the same person from the same place. */
    resetAgain(userId: string, place: string): number {
      const pair = `reset ${userId} from ${place}`;
      return take(onceAMinute(pair), anHour(pair, mailRules.fromPlaceToPerson));
    },

    /** A verification link to a person's current address. */
    verification: (email: string) =>
      take(onceAMinute(`verify ${email}`), anHour(`verify ${email}`, mailRules.verifications)),

    /** The same, for an account that is being created. */
    welcome: (email: string) => take(onceAMinute(`verify ${email}`), toNewAddress(email)),

    /** A link that confirms another address. */
    confirmation(asker: { userId: string; signInId: string; address: string }, email: string): number {
      return take(
        onceAMinute(`change ${asker.signInId}`),
        fromPlace(asker.address),
        anHour(`from ${asker.userId} to ${email}`, mailRules.fromPersonToAddress),
        toNewAddress(email),
      );
    },
  };
}
export type MailBounds = ReturnType<typeof mailBounds>;
