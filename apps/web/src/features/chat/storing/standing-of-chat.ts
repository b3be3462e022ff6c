import { toast } from '../../../ui/index.ts';
import {
  conversations,
  knownRecords,
  standingFiles,
  standingOf,
  standingTexts,
} from '../../conversation/index.ts';
import { catalogue, type ModelCatalogue } from '../../keys/index.ts';
import type { FilePart } from '../../messages/index.ts';
import { isRecordListWhole } from '../../record/list/index.ts';
import { keptFile, openedStore } from '../../sync/index.ts';
import type { ModelRef } from '../../thread/index.ts';
import { takenFiles, tokensBeside } from '../steering/folder/folder-files.ts';
import type { ChatSettingsStore } from '../steering/settings/chat-settings-store.ts';
import { errorToast } from '../words.ts';

export interface ChatToAsk {
  id: string;
  settings: ChatSettingsStore;
  /** The folder that it began in; null: none. */
  begunIn(): string | null;
}

/** What goes along with a question besides what its chat says itself. */
export interface StandingParts {
  instructions: readonly string[];
  files: readonly FilePart[];
}

/** Milliseconds: neither a browser nor a server that does not answer may keep a question from being sent. */
const patience = 3_000;

/**
 * What goes along with the next question of a chat; a toast names the files that could not be loaded, unless it was
 * stopped. `model`: the one that is asked; it is not sent what it cannot read. Rejects while that is not known.
 */
export async function standingOfChat(
  { id, settings, begunIn }: ChatToAsk,
  model: ModelRef | null,
  signal: AbortSignal,
): Promise<StandingParts> {
  await openedStore();
  await allRead();
  const standing = standingOf(id, begunIn());
  const now = settings.read();
  const files = standingFiles(standing, now);
  const known = files.length > 0 ? await catalogue.fetch().catch(() => null) : null;
  const taken = known && model ? takenFiles(files, model, known).taken : files;
  const loaded = await Promise.all(
    taken.map(({ id: record_id, name, mediaType }) =>
      keptFile({ record_id }, { name, mediaType }).catch(() => null),
    ),
  );
  const missing = taken.filter((_, at) => loaded[at] === null).map(({ name }) => name);
  if (missing.length > 0 && !signal.aborted) {
    const them = missing.length === 1 ? 'it' : 'them';
    toast(errorToast(`Could not load ${missing.join(', ')}`, `This question was sent without ${them}`));
  }
  return { instructions: standingTexts(standing, now), files: loaded.filter((part) => part !== null) };
}

/** About how many tokens that is. */
export function standingTokens(
  { id, settings, begunIn }: ChatToAsk,
  model: ModelRef,
  known: ModelCatalogue,
): number {
  const standing = standingOf(id, begunIn());
  const now = settings.read();
  const said = [...standingTexts(standing, now), now.instructions];
  return tokensBeside(said, standingFiles(standing, now), model, known);
}

const areRead = () =>
  isRecordListWhole.read() && knownRecords.read() !== null && conversations.read() !== null;

/** A new browser has to fetch the records of its account. */
function allRead(): Promise<void> {
  if (areRead()) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const stops = [isRecordListWhole, knownRecords, conversations].map((list) =>
      list.listen(() => areRead() && done(resolve)),
    );
    const timer = setTimeout(() => done(reject), patience);
    function done(settle: () => void) {
      clearTimeout(timer);
      for (const stop of stops) stop();
      settle();
    }
  });
}
