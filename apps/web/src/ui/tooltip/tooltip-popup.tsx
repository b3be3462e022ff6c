import { PreviewCard } from '@base-ui/react/preview-card';
import { useRef } from 'react';
import styles from './tooltip-popup.module.css';

/** A button's name, shown next to it. It is the accessible name, which screen readers have already read. */
export function TooltipPopup({ button }: { button: Element | null }) {
  const last = useRef(button);
  if (button) last.current = button;
  return (
    <PreviewCard.Root open={button?.isConnected ?? false}>
      <PreviewCard.Portal>
        <PreviewCard.Positioner anchor={last.current} sideOffset={6} collisionPadding={8}>
          <PreviewCard.Popup aria-hidden data-tip-popup className={styles.tip}>
            {last.current?.getAttribute('aria-label')}
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  );
}
