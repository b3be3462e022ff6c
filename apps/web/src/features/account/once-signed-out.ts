import type { AccountStore } from './account.ts';

/**
 * Asks the server whether the sign-in has ended, and acts once it turns out that it has. Once it has not, nothing that
 * ends it later is taken for that.
 */
export async function onceSignedOut(
  { read, listen, refreshMe }: Pick<AccountStore, 'read' | 'listen' | 'refreshMe'>,
  act: () => void,
): Promise<void> {
  let wasAsked = false;
  const stop = listen(look);

  function look() {
    const { type } = read();
    if (type === 'signed-out' || (wasAsked && type === 'signed-in')) stop();
    if (type === 'signed-out') act();
  }

  // A request that is under way may have been answered before the sign-in ended.
  await refreshMe();
  await refreshMe();
  wasAsked = true;
  if (read().type === 'signed-in') stop();
}
