import { useEffect, useState } from 'react';
import { accessEntry, readAccessToken } from '../api/access-token.ts';
import { lazy } from '../lib/lazy/lazy.ts';
import { useLazy } from '../lib/lazy/use-lazy.ts';
import { useSteady } from '../lib/page/use-steady.ts';
import { storage, tabStorage } from '../lib/state/storage.ts';

const bar = lazy(() => import('../features/torch/index.ts').then((module) => module.LendingBar));

/** The bar about what this browser lends, over any page. Its code is fetched only if something is lent. */
export function Lending() {
  const [lender, setLender] = useState<string | null>(null);
  const shown = useSteady(lender);
  const LendingBar = useSteady(useLazy(bar, lender !== null));
  useEffect(() => {
    function check() {
      const owner = readAccessToken(storage.read(accessEntry))?.owner;
      const entries = ['lent', 'lent_to_self'].map((as) => `polylogue.${as}.${owner}`);
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
  return LendingBar && shown && <LendingBar key={shown} me={shown} />;
}
