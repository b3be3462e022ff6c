import type { Attachment } from '../messages/index.ts';
import type { LoadedFile } from './message.ts';
import { firstSent, type ThreadEvent, type ThreadState } from './thread-state.ts';

/** Fetches the files that are to be sent and are not in memory. Rejects if some are missing, or cannot be loaded now. */
export async function loadFiles(state: ThreadState, dispatch: (event: ThreadEvent) => void): Promise<void> {
  const missing: string[] = [];
  for (const { id, attachments } of filesAway(state)) {
    const loaded = await Promise.all(attachments.map(loadFile));
    missing.push(...loaded.flatMap(({ isAway }, place) => (isAway ? (attachments[place]?.name ?? []) : [])));
    dispatch({ type: 'files-loaded', id, loaded });
  }
  if (missing.length === 0) return;
  const [are, them] = missing.length === 1 ? ['is', 'it'] : ['are', 'them'];
  throw new Error(
    `${missing.join(', ')} ${are} on your other device. Try again to send your question without ${them}.`,
  );
}

/** Questions that are sent with files not in memory. */
export const filesAway = (state: ThreadState) =>
  state.messages
    .slice(firstSent(state))
    .flatMap((message) =>
      message.role === 'user' && !message.isDeleted && message.attachments.some(({ load }) => load)
        ? message
        : [],
    );

/** What is sent of a file; if it is missing, what named it. */
async function loadFile({ name, load, part }: Attachment): Promise<LoadedFile> {
  if (!load) return {};
  const file = await load().catch(() => {
    throw new Error(`${name} could not be loaded. Try again.`);
  });
  return file ? { part: file } : { part, isAway: true };
}
