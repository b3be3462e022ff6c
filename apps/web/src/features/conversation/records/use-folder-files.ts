import { syncLimits } from '@polylogue/sync';
import { useEffect, useMemo, useState } from 'react';
import { lazy } from '../../../lib/lazy/lazy.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { bytes } from '../../../lib/text/bytes.ts';
import { toast } from '../../../ui/index.ts';
import { NotReady, openFiles } from '../../composer/files/index.ts';
import { mediaTypeOf } from '../../file-reading/file-kind.ts';
import { anyModel } from '../../file-reading/picture-bounds.ts';
import { RefusedFile, Unanswered } from '../../file-reading/refused.ts';
import type { Attachment, FileChip } from '../../messages/index.ts';
import { filesOf } from './folder-file.ts';
import { useRecords } from './use-records.ts';
import { changeFiles } from './write.ts';

const reader = lazy(() => import('../../file-reading/reader.ts'));
const { folderFiles: mostFiles, folderFileBytes: mostBytes } = syncLimits;

/** What is changed about the files of a folder, until it is saved. */
export interface FolderFiles {
  chips: readonly FileChip[];
  isChanged: boolean;
  /** One is still being read. */
  isBusy: boolean;
  add(files: readonly File[]): void;
  remove(id: string): void;
  retry(id: string): void;
  /** Returns whether it was stored; if not, a toast has said so. */
  save(): Promise<boolean>;
}

/** `folder`: its id, also of one that is only being made. */
export function useFolderFiles(folder: string): FolderFiles {
  const records = useRecords();
  const stored = useMemo(() => filesOf(records, folder), [records, folder]);
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const [waiting] = useState(open);
  const all = useLive(waiting, (files) => files);
  useEffect(() => () => waiting.read().forEach(({ id }) => void waiting.remove(id)), [waiting]);
  // What was stored before something else failed is there already.
  const added = all.filter(({ id }) => !stored.some((file) => file.id === id));
  const kept = stored.filter(({ id }) => !removed.has(id));
  const gone = stored.filter(({ id }) => removed.has(id));

  return {
    chips: [...kept.map((file): FileChip => ({ ...file, state: { type: 'ready' } })), ...added],
    isChanged: added.length > 0 || gone.length > 0,
    isBusy: added.some(({ state }) => state.type === 'reading'),
    add(files) {
      const places = Math.max(0, mostFiles - kept.length - added.length);
      if (files.length > places) toast({ title: `A folder can have at most ${mostFiles} files` });
      void waiting.add(files.slice(0, places));
    },
    remove(id) {
      waiting.remove(id);
      setRemoved((before) => new Set([...before, id]));
    },
    retry: (id) => void waiting.retry(id),
    save() {
      const ready = added.flatMap(({ id, ready }) => (ready ? { ...ready, id } : []));
      return changeFiles(folder, { added: ready, removed: gone });
    },
  };
}

/** Files that are being read. Why one is not taken stands beside it: the dialog covers the toasts. */
function open() {
  const files = openFiles<Attachment>({
    most: mostFiles,
    onTooMany() {},
    mediaTypeOf,
    isInsertable: () => false,
    areTextsLate: false,
    async prepare({ file }, work) {
      if (file.size > mostBytes)
        throw new NotReady(`Too large: a file of a folder may have up to ${bytes(mostBytes)}.`, false);
      const code = await reader.fetch().catch(() => null);
      if (!code) throw new NotReady('Could not be opened. Check your internet connection.');
      try {
        const seen = await code.sniff(file);
        const { attachment, note } = await code.prepare(file, seen, anyModel, work.ask);
        const { thumbnail, readAs } = attachment;
        work.read({ ...(note && { note }), ...(thumbnail && { thumbnail }), ...(readAs && { readAs }) });
        return attachment;
      } catch (error) {
        if (error instanceof Unanswered) throw new NotReady('Not added: choose its encoding.');
        throw error instanceof RefusedFile ? new NotReady(error.message, false) : new NotReady(unread);
      }
    },
    onPut: async (some) => void (await files.prepare(some)),
  });
  return files;
}

const unread = 'It could not be read. Try again.';
