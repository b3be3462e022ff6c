import { access, FetchError } from '../../api/index.ts';

/** What `ask` gives. A 401 ends the sign-in that was there when it was asked; one made meanwhile stays. */
export async function endingSignIn<Result>(ask: () => Promise<Result>): Promise<Result> {
  const before = access.read()?.text;
  try {
    return await ask();
  } catch (error) {
    const isRefused = error instanceof FetchError && error.status === 401;
    if (isRefused && access.read()?.text === before) access.clear();
    throw error;
  }
}
