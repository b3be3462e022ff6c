import { memory } from '../../platform/memory/memory.ts';

const minute = 60_000;
const hour = 60 * minute;

/** How many mails somebody may ask for in an hour, and of how many others may bring; docs/operations.md says the same. */
export const mailRules = {
  /** From one network address, to all together. */
  fromOnePlace: 60,
  /** Links to a new password, from one network address to one person. */
  fromPlaceToPerson: 5,
  /** Links that verify, to one address. */
  verifications: 10,
  /** To an address that is not theirs yet, from one person. */
  fromPersonToAddress: 3,
  /** To an address that is not theirs yet, from all together. */
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
 * How often mails may be asked for. Senders and recipients are counted separately, so that neither one stranger
 * uses up what a person may be sent, nor many together what the person may ask for.
 */
export function mailBounds(steady: () => number, capacity = 100_000) {
  const windows = memory<{ mails: number; endsAt: number }>(steady, capacity);

  function wait({ key, mails }: Bound): number {
    const window = windows.recall(key);
    return window && window.mails >= mails ? window.endsAt - steady() : 0;
  }

  /** Counts a mail against all of these, or against none while one is used up; the seconds to wait then, else 0. */
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
    /** Any mail that somebody at a network address asks for. The seconds to wait, as of the others. */
    from: (place: string) => take(fromPlace(place)),

    /** One more link to a new password, for the same person from the same place. */
    resetAgain(userId: string, place: string): number {
      const pair = `reset ${userId} from ${place}`;
      return take(onceAMinute(pair), anHour(pair, mailRules.fromPlaceToPerson));
    },

    /** A link that verifies the address a person has. */
    verification: (email: string) =>
      take(onceAMinute(`verify ${email}`), anHour(`verify ${email}`, mailRules.verifications)),

    /** The same, of an account that is being made. */
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
