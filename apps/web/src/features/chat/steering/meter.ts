import { whenIdle } from '../../../lib/schedule/idle.ts';
import { contextWindow, readSetting } from '../../keys/index.ts';
import type { Draft, Thread } from '../../thread/index.ts';
import type { FileShelf } from '../files/shelf.ts';
import { contextOf } from './context.ts';
import { fileTokens, textTokens, tokensOf } from './counted.ts';
import type { Lore } from './lore.ts';
import type { Meter } from './open-meter.ts';
import type { ChatWishes } from './wishes.ts';

interface Counted {
  thread: Thread;
  files: FileShelf;
  wishes: ChatWishes;
  draft: Pick<Draft, 'read'>;
}

/** Milliseconds of counting at a time. */
const slice = 6;

/** Keeps the meter true: counts when the browser is idle, a slice at a time. Returns what ends it. */
export function watchContext(
  meter: Meter,
  { thread, files, wishes, draft }: Counted,
  lore: Lore,
): () => void {
  let callOff: (() => void) | null = null;

  // Called for every key press: it must do no more than this.
  function due() {
    callOff ??= whenIdle(count, 1_000);
  }

  function count() {
    callOff = null;
    const until = performance.now() + slice;
    for (const message of thread.read().messages) {
      tokensOf(message, lore);
      if (performance.now() > until) return due();
    }
    const setting = readSetting();
    if (!setting) return;
    const next = {
      provider: setting.type,
      model: setting.config.model,
      window: contextWindow(lore),
      extra: waiting(),
    };
    meter.tell({ ...contextOf(thread.read(), next, lore), sentFrom: thread.read().sentFrom });
  }

  function waiting(): number {
    const attachments = files.read().waiting.flatMap(({ attachment }) => attachment ?? []);
    const inFiles = attachments.reduce((sum, file) => sum + fileTokens(file, lore), 0);
    const isFirst = thread.read().messages.length === 0;
    // The system prompt is within what the provider counted.
    const prompt = isFirst ? textTokens(wishes.read().instructions, lore) : 0;
    return inFiles + prompt + textTokens(draft.read(), lore);
  }

  const stops = [thread.listen(due), files.listen(due), wishes.listen(due)];
  document.addEventListener('input', due, { passive: true });
  due();
  return () => {
    callOff?.();
    for (const stop of stops) stop();
    document.removeEventListener('input', due);
  };
}
