import { useEffect } from 'react';
import { whenIdle } from '../../../lib/idle.ts';
import { later } from '../../../lib/later.ts';
import { useLater } from '../../../lib/use-later.ts';
import { useLive } from '../../../lib/use-live.ts';
import { toast } from '../../../ui/index.ts';
import type { Finding } from './finding.ts';

const findBar = later(() => import('./find-bar.tsx').then((file) => file.FindBar));

/** The bar, while somebody looks for words. Its code comes once there are some; where it cannot be had, that is said. */
export function useFindBar(finding: Finding, isEmpty: boolean) {
  const isFinding = useLive(finding, ({ isOpen }) => isOpen) && !isEmpty;
  useEffect(() => (isEmpty ? undefined : whenIdle(() => void findBar.fetch().catch(() => {}))), [isEmpty]);
  useEffect(() => {
    if (!isFinding) return;
    findBar.fetch().catch(() => {
      // It shall not open by itself later.
      finding.close();
      toast({
        tone: 'destructive',
        title: 'Find could not be opened',
        text: 'Check your internet connection, then try again',
      });
    });
  }, [isFinding, finding]);
  return useLater(findBar, isFinding);
}
