import { useState } from 'react';
import { sayUnopened } from '../../../../ui/index.ts';
import type { PanelLabel } from './panel.ts';
import { panels } from './panels.ts';

/** Which panel is open, one at a time. The code of one is loaded when its trigger is approached or pressed. */
export function usePanels() {
  const [opened, setOpened] = useState<PanelLabel | null>(null);
  // Renders again once another one is loaded.
  const [, setLoaded] = useState<PanelLabel>();
  const load = (label: PanelLabel) => panels[label].fetch().then(() => setLoaded(label));
  const close = (label: PanelLabel) => setOpened((now) => (now === label ? null : now));

  function show(label: PanelLabel) {
    setOpened(label);
    load(label).catch(() => {
      close(label);
      sayUnopened(label);
    });
  }
  function approaching(label: PanelLabel) {
    // Not pressed yet: a press reports the failure.
    const approach = () => void load(label).catch(() => undefined);
    return { onPointerEnter: approach, onFocus: approach };
  }
  return { opened, show, close, approaching };
}
