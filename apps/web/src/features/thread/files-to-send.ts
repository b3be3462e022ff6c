import type { Attachment, FilePart } from '../messages/index.ts';
import { firstSent, type ThreadEvent, type ThreadState } from './thread-state.ts';

/** Fetches the files that are to be sent and are not in memory. Rejects if some are missing. */
export async function loadFiles(state: ThreadState, dispatch: (event: ThreadEvent) => void): Promise<void> {
  const missing: string[] = [];
  for (const { id, attachments } of filesAway(state)) {
    const loaded = await Promise.all(attachments.map(loadFile));
    missing.push(...loaded.flatMap(({ name, part }, at) => (attachments[at]?.load && !part ? [name] : [])));
    dispatch({
      type: 'files-loaded',
      id,
      attachments: loaded.map(({ part, ...file }, at) => ({
        ...file,
        part: part ?? (attachments[at] as Attachment).part,
        ...(!part && { isAway: true }),
      })),
    });
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

/** A file as it is sent; `part` is null if it is missing. */
async function loadFile({
  load,
  ...file
}: Attachment): Promise<Omit<Attachment, 'part'> & { part: FilePart | null }> {
  return { ...file, part: load ? await load().catch(() => null) : file.part };
}
