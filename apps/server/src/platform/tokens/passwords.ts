import { randomBytes } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { refuse } from '../http/refuse.ts';
import { queue, type WorkQueue } from './queue.ts';

/** The cost of a guess: memory (KiB), passes over it, lanes. */
export interface Argon2Cost {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

export const cost: Argon2Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const floor: Argon2Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** A hash in the database that demands more than this was planted there. */
const ceiling: Argon2Cost = { memoryCost: 256 * 1024, timeCost: 10, parallelism: 4 };
const argon2id = 2;

/**
 * Keyboards write `é` as one character or as two: it is the same password. What is stored is the hash of the composed
 * form (NFC); earlier servers hashed what was typed, so that is tried, too.
 */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Whether the password is right, and whether its hash should be made again: it is weaker than the standard, or of what was typed. */
  verify(hashed: string, password: string): Promise<{ isRight: boolean; isWeak: boolean }>;
  /** For an account that does not exist: takes as long as `verify`. */
  pretend(password: string): Promise<void>;
}

/** Throws if the cost is below what is safe, so that the server does not start. Refuses with busy under load. */
export function passwords(chosen: Argon2Cost = cost, line: WorkQueue = queue()): Passwords {
  if (!atLeast(chosen, floor)) {
    throw new Error('Passwords must be hashed with at least 19 MiB of memory and 2 passes.');
  }
  const options = { algorithm: argon2id, ...chosen };
  let decoy: Promise<string> | undefined;

  /** The form of the password that made the hash. One that is wrong takes as much work for any account. */
  async function passing(hashed: string, password: string): Promise<string | undefined> {
    for (const form of new Set([composed(password), password])) {
      if (await line.run(() => verify(hashed, form), busy)) return form;
    }
    return undefined;
  }

  return {
    hash: (password) => line.run(() => hash(composed(password), options), busy),
    async verify(hashed, password) {
      const used = bounded(hashed);
      if (!used) {
        await this.pretend(password);
        return { isRight: false, isWeak: false };
      }
      const form = await passing(hashed, password);
      return { isRight: form !== undefined, isWeak: !atLeast(used, chosen) || form !== composed(password) };
    },
    async pretend(password) {
      decoy ??= hash(randomBytes(32), options);
      await passing(await decoy, password);
    },
  };
}

const composed = (password: string) => password.normalize('NFC');

function atLeast(one: Argon2Cost, other: Argon2Cost): boolean {
  return (
    one.memoryCost >= other.memoryCost &&
    one.timeCost >= other.timeCost &&
    one.parallelism >= other.parallelism
  );
}

/** The cost stated in the hash; undefined if the hash is not one of ours. */
function bounded(hashed: string): Argon2Cost | undefined {
  try {
    const used = parseOptions(hashed);
    return used.algorithm === argon2id && atLeast(ceiling, used) ? used : undefined;
  } catch {
    return undefined;
  }
}

function busy(seconds: number): never {
  return refuse('busy', 'Too many people are signing in right now. Try again in a moment.', {
    'retry-after': String(seconds),
  });
}
