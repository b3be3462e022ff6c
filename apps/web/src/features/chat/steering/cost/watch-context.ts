import type { Draft } from '../../../../lib/drafts/draft.ts';
import { whenIdle } from '../../../../lib/schedule/idle.ts';
import {
  folderInAddress,
  knownRecords,
  standingFiles,
  standingOf,
  standingTexts,
} from '../../../conversation/index.ts';
import { contextWindow, type ModelCatalogue, readSetting } from '../../../keys/index.ts';
import type { Thread } from '../../../thread/index.ts';
import type { Attaching } from '../../files/attaching.ts';
import { tokensBeside } from '../folder/folder-files.ts';
import { fileTokens, textTokens, tokensOf } from '../models/token-counts.ts';
import type { ChatSettingsStore } from '../settings/chat-settings-store.ts';
import { contextOf } from './context.ts';
import type { Meter } from './open-meter.ts';

interface ContextSources {
  /** Of the conversation. */
  id: string;
  thread: Thread;
  attach: Pick<Attaching, 'read' | 'listen'>;
  settings: ChatSettingsStore;
  draft: Pick<Draft, 'read'>;
}

/** How many milliseconds to count at a time. */
const slice = 6;

/** Keeps the meter up to date: counts while the browser is idle, a slice at a time. Returns a function to stop it. */
export function watchContext(
  meter: Meter,
  { id, thread, attach, settings, draft }: ContextSources,
  catalogue: ModelCatalogue,
): () => void {
  let callOff: (() => void) | null = null;
  /** Tokens that went along with the last question of this page. */
  let sentBeside: number | null = null;

  // Called for every key press: it must stay cheap.
  function schedule() {
    callOff ??= whenIdle(count, 1_000);
  }

  function count() {
    callOff = null;
    const until = performance.now() + slice;
    for (const message of thread.read().messages) {
      tokensOf(message, catalogue);
      if (performance.now() > until) return schedule();
    }
    const setting = readSetting();
    if (!setting) return;
    const next = {
      provider: setting.type,
      model: setting.config.model,
      window: contextWindow(catalogue),
      extra: waiting(),
      beside: beside(),
      sentBeside,
    };
    meter.dispatch({ ...contextOf(thread.read(), next, catalogue), sentFrom: thread.read().sentFrom });
  }

  function waiting(): number {
    const attachments = attach.read().flatMap(({ ready }) => ready?.attachment ?? []);
    const inFiles = attachments.reduce((sum, file) => sum + fileTokens(file, catalogue), 0);
    return inFiles + textTokens(draft.read(), catalogue);
  }

  /** Instructions, and the files of the folder. */
  function beside(): number {
    const setting = readSetting();
    if (!setting) return 0;
    const model = { provider: setting.type, model: setting.config.model };
    const now = settings.read();
    const standing = standingOf(id, folderInAddress());
    const said = [...standingTexts(standing, now), now.instructions];
    return tokensBeside(said, standingFiles(standing, now), model, catalogue);
  }

  function threadChanged() {
    if (thread.read().pending.type === 'loading') sentBeside = beside();
    schedule();
  }

  const stops = [attach, settings, knownRecords].map(({ listen }) => listen(schedule));
  stops.push(thread.listen(threadChanged));
  document.addEventListener('input', schedule, { passive: true });
  schedule();
  return () => {
    callOff?.();
    for (const stop of stops) stop();
    document.removeEventListener('input', schedule);
  };
}
