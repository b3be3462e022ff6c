import { useEffect, useState } from 'react';
import { accessEntry, readAccessToken } from '../api/access-token.ts';
import { lazy } from '../lib/lazy/lazy.ts';
import { useLazy } from '../lib/lazy/use-lazy.ts';
import { useSteady } from '../lib/page/use-steady.ts';
import { firstKeyEntry } from '../lib/state/first-key-entry.ts';
import { storage, tabStorage } from '../lib/state/storage.ts';

const part = lazy(() => import('./lending-part.tsx').then((module) => module.LendingPart));

/** The bar about what this browser lends, or no longer does, over any page. Its code is fetched only if there is any. */
export function Lending() {
  const [lender, setLender] = useState<string | null>(null);
  const shown = useSteady(lender);
  const LendingPart = useSteady(useLazy(part, lender !== null));
  useEffect(() => {
    function check() {
      const owner = readAccessToken(storage.read(accessEntry))?.owner;
      const lent = ['lent', 'lent_to_self', 'lent_over', 'lend_troubles'].map(
        (as) => `polylogue.${as}.${owner}`,
      );
      const entries = [...lent, firstKeyEntry];
      const isLending =
        owner && entries.some((entry) => (tabStorage.read(entry) ?? storage.read(entry)) !== null);
      setLender(isLending ? owner : null);
    }
    check();
    const stops = [storage.listen(check), tabStorage.listen(check)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return LendingPart && shown && <LendingPart key={shown} me={shown} />;
}
