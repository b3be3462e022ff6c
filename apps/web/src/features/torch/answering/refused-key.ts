import type { Choice, Failure } from '../../keys/index.ts';

interface RefusedKeyNeeds {
  /** Asks a host which models a key has access to. */
  listModels(choice: Choice, signal: AbortSignal): Promise<{ ok: true } | { ok: false; failure: Failure }>;
  /** Whether a connection is to another host than its provider's own. */
  isElsewhere(choice: Choice): boolean;
  /** Rejects if no answer came at all. */
  fetch(url: string, options: RequestInit): Promise<unknown>;
}

/** Milliseconds in which both answers must come. */
const patience = 5_000;

/**
 * Whether a question had no readable answer because its key is refused: OpenAI says so in a way that pages cannot read.
 * Its host is there, then, and its models cannot be listed with this key either.
 */
export async function isKeyRefused(
  { listModels, isElsewhere, fetch }: RefusedKeyNeeds,
  choice: Choice,
): Promise<boolean> {
  if (choice.provider !== 'openai' || !choice.origin || isElsewhere(choice)) return false;
  const signal = AbortSignal.timeout(patience);
  const anyAnswer: RequestInit = {
    mode: 'no-cors',
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal,
  };
  const [listing, isThere] = await Promise.all([
    listModels(choice, signal),
    fetch(choice.origin, anyAnswer).then(
      () => true,
      () => false,
    ),
  ]);
  return isThere && !listing.ok && listing.failure.kind === 'connect' && !signal.aborted;
}
