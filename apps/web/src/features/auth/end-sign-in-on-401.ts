import { access, FetchError } from '../../api/index.ts';

/** Resolves like `ask`. A 401 ends the sign-in that was current when the call began; a newer one stays. */
export async function endSignInOn401<Result>(ask: () => Promise<Result>): Promise<Result> {
  const before = access.read()?.text;
  try {
    return await ask();
  } catch (error) {
    const isRefused = error instanceof FetchError && error.status === 401;
    if (isRefused && access.read()?.text === before) access.clear();
    throw error;
  }
}
