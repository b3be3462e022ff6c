import { account } from './wiring.ts';

/**
 * The result of `act`. When the sign-in ends in the middle and the page stays because of what is typed there, it
 * waits until the person has signed in again and tries once more, unless cancelled by then. Rejects as `act`
 * does, or did when they leave.
 */
export async function retryAfterSignIn<Result>(
  act: () => Promise<Result>,
  calledOff?: AbortSignal,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (account.read().type !== 'interrupted' || !(await isBack()) || calledOff?.aborted) throw error;
    return act();
  }
}

function isBack(): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = account.listen(() => {
      const { type } = account.read();
      if (type === 'interrupted') return;
      stop();
      resolve(type === 'signed-in');
    });
  });
}
