import { useEffect } from 'react';
import { lazy } from '../../../lib/lazy/lazy.ts';
import { useLazy } from '../../../lib/lazy/use-lazy.ts';
import { whenIdle } from '../../../lib/schedule/idle.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { sayUnopened } from '../../../ui/index.ts';
import type { Finding } from './finding.ts';

const findBar = lazy(() => import('./find-bar.tsx').then((file) => file.FindBar));

/** The find bar, while it is open. Its code is loaded once there are messages; a failure to load it is shown. */
export function useFindBar(finding: Finding, isEmpty: boolean) {
  const isFinding = useLive(finding, ({ isOpen }) => isOpen) && !isEmpty;
  useEffect(() => (isEmpty ? undefined : whenIdle(() => void findBar.fetch().catch(() => {}))), [isEmpty]);
  useEffect(() => {
    if (!isFinding) return;
    findBar.fetch().catch(() => {
      // So that it does not open unasked later.
      finding.close();
      sayUnopened('Find');
    });
  }, [isFinding, finding]);
  return useLazy(findBar, isFinding);
}
