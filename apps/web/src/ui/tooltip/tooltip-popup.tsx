import { Tooltip } from '@base-ui/react/tooltip';
import { useRef } from 'react';
import styles from './tooltip-popup.module.css';

/** The name of a button beside it. It is the button's own name: a screen reader has said it already. */
export function TooltipPopup({ button }: { button: Element | null }) {
  const last = useRef(button);
  if (button) last.current = button;
  return (
    <Tooltip.Root open={button?.isConnected ?? false} disableHoverablePopup={false}>
      <Tooltip.Portal>
        <Tooltip.Positioner anchor={last.current} side="bottom" sideOffset={6} collisionPadding={8}>
          <Tooltip.Popup role="tooltip" className={styles.tip}>
            {last.current?.getAttribute('aria-label')}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
