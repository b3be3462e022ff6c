import { useEffect, useState } from 'react';
import { lazy } from '../../lib/lazy/lazy.ts';
import { useLazy } from '../../lib/lazy/use-lazy.ts';
import { watchTips } from './tips.ts';

const popup = lazy(() => import('./tooltip-popup.tsx').then((file) => file.TooltipPopup));

/** Names the icon button that a pointer or the keyboard's focus rests on. Its code comes with the first. */
export function Tooltips() {
  const [button, setButton] = useState<Element | null>(null);
  const [isWanted, setWanted] = useState(false);
  const Popup = useLazy(popup, isWanted);
  useEffect(
    () =>
      watchTips((next) => {
        setButton(next);
        if (next) setWanted(true);
      }),
    [],
  );
  return Popup && <Popup button={button} />;
}
