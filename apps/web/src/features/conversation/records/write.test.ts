import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toasts } from '../../../ui/toast/toast.ts';
import { records } from '../../record/list/index.ts';
import { memoryStorage } from '../../sync/storage/memory-storage.ts';
import { type ConversationStore, storeOver } from '../../sync/store/store.ts';
import { sync } from '../wiring.ts';
import { foldersOf } from './folder.ts';
import { deleteFolder, writeEdited } from './write.ts';

const key = { kind: 'folder', record_id: 'sea' };
const sea = { name: 'Sea', color: 'teal', instructions: 'Be brief.' };
let store: ConversationStore;

beforeEach(async () => {
  let now = 0;
  store = storeOver({
    storage: memoryStorage(),
    now: () => ++now,
    recordsChanged: () => void store.records().then(records.dispatch),
  });
  vi.spyOn(sync, 'fetch').mockResolvedValue({ openedStore: async () => store } as never);
  await store.writeRecords([{ ...key, values: sea }]);
});
afterEach(() => {
  vi.restoreAllMocks();
  records.dispatch(null);
});

const folders = async () => foldersOf(await store.records());

test('a form writes only what was changed in it', async () => {
  await store.writeRecords([{ ...key, values: { instructions: 'Be kind.' } }]);
  expect(await writeEdited(key, { ...sea, color: 'blue' }, sea)).toBe(true);
  expect(await folders()).toMatchObject([{ name: 'Sea', color: 'blue', instructions: 'Be kind.' }]);
});

test('what is saved of a folder that was deleted elsewhere meanwhile is not lost: it is back, and that is said', async () => {
  await store.writeRecords([
    { ...key, values: { name: null, color: null, instructions: null, deleted: true } },
  ]);
  expect(await folders()).toEqual([]);
  expect(await writeEdited(key, { ...sea, instructions: 'Two pages.' }, sea)).toBe(true);
  expect(await folders()).toMatchObject([{ ...sea, instructions: 'Two pages.' }]);
  expect(toasts.read()?.title).toBe('“Sea” is back');
});

test('a folder whose conversations could not be deleted with it stays, with what it says and its files', async () => {
  const file = { kind: 'file', record_id: 'chart', values: { name: 'chart.txt', size: 1, folder: 'sea' } };
  await store.writeRecords([{ ...file, file: { type: 'text', text: '~' } }]);
  await vi.waitFor(() => expect(records.read()).toHaveLength(2));
  vi.spyOn(store, 'applyAction').mockRejectedValue(new DOMException('closed', 'InvalidStateError'));
  const [folder] = await folders();
  if (folder) await deleteFolder(folder, ['chat']);
  expect(toasts.read()?.title).toBe('That did not work');
  await vi.waitFor(async () => expect(await folders()).toMatchObject([sea]));
  expect(await store.records()).toHaveLength(2);
});
