import { useAccount } from '../features/account/index.ts';
import { lazy } from '../lib/lazy/lazy.ts';
import { useLazy } from '../lib/lazy/use-lazy.ts';

const again = lazy(() => import('../features/auth/index.ts').then((module) => module.SignInAgain));

/** Asks to sign in again, over a page on which something is typed. */
export function Interrupted() {
  const who = useAccount();
  const SignInAgain = useLazy(again, who.type === 'interrupted');
  return SignInAgain && who.type === 'interrupted' && <SignInAgain me={who.me} />;
}
