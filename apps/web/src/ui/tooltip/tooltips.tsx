import { useEffect, useState } from 'react';
import { lazy } from '../../lib/lazy/lazy.ts';
import { useLazy } from '../../lib/lazy/use-lazy.ts';
import { watchTooltips } from './watch-tooltips.ts';

const popup = lazy(() => import('./tooltip-popup.tsx').then((file) => file.TooltipPopup));

/** Shows the name of an icon button on hover or keyboard focus. Its code is loaded with the first one. */
export function Tooltips() {
  const [button, setButton] = useState<Element | null>(null);
  const [isWanted, setWanted] = useState(false);
  const Popup = useLazy(popup, isWanted);
  useEffect(
    () =>
      watchTooltips((next) => {
        setButton(next);
        if (next) setWanted(true);
      }),
    [],
  );
  return Popup && <Popup button={button} />;
}
