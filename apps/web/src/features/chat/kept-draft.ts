import type { SafeStorage } from '../../lib/storage.ts';
import { draftEntry as entry } from '../../lib/unsent.ts';
import type { Clock, Draft } from '../thread/index.ts';

export interface KeptDraft extends Draft {
  /** Writes what is still to be written. */
  flush(): void;
  /** Whether the text would be lost with the tab. */
  isAtRisk(): boolean;
}

interface KeptDraftNeeds {
  /** Of this tab: two tabs write two texts. */
  tab: Pick<SafeStorage, 'read' | 'write' | 'remove'>;
  /** Of the browser: a closed tab loses nothing either. */
  browser: Pick<SafeStorage, 'read' | 'write' | 'remove'>;
  clock: Clock;
  /** The browser keeps nothing. Told once. */
  onUnkept(): void;
}

/** Milliseconds after the last key press until the text is kept. */
const pause = 300;

export function keptDraft({ tab, browser, clock, onUnkept }: KeptDraftNeeds): KeptDraft {
  let text = tab.read(entry) ?? browser.read(entry) ?? '';
  let isKept = true;
  let wasTold = false;
  let callOff: (() => void) | null = null;

  function flush() {
    if (!callOff) return;
    callOff();
    callOff = null;
    if (text === '') {
      tab.remove(entry);
      browser.remove(entry);
      isKept = true;
      return;
    }
    tab.write(entry, text);
    isKept = browser.write(entry, text);
    if (isKept || wasTold) return;
    wasTold = true;
    onUnkept();
  }

  return {
    read: () => text,
    write(written) {
      text = written;
      callOff?.();
      callOff = clock.after(pause, flush);
      if (text === '') flush();
    },
    flush,
    isAtRisk: () => text.trim() !== '' && !isKept,
  };
}
