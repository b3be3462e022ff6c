import { beforeEach, expect, test, vi } from 'vitest';
import { fakeArea } from '../../lib/testing/stored.ts';

/** What a document that has just been loaded in this tab knows. */
async function freshDocument() {
  vi.resetModules();
  return (await import('./asked-to-join.ts')).askedToJoin;
}

beforeEach(() => void vi.stubGlobal('sessionStorage', fakeArea()));

test('who presses Join is known by it after the forms were loaded anew, with name and picture [ROOM-02]', async () => {
  const picture = new File([Uint8Array.of(0, 200, 255)], 'picture.webp', { type: 'image/webp' });
  await (await freshDocument()).keep({ code: 'a', name: 'Ada Lovelace', picture });
  const asked = (await freshDocument()).read('a');
  expect(asked).toMatchObject({ code: 'a', name: 'Ada Lovelace' });
  expect(asked?.picture).toMatchObject({ name: 'picture.webp', type: 'image/webp' });
  expect(await asked?.picture?.bytes()).toEqual(Uint8Array.of(0, 200, 255));
});

test('Join is pressed for one link, and once [ROOM-02]', async () => {
  const askedToJoin = await freshDocument();
  await askedToJoin.keep({ code: 'a', name: '', picture: null });
  expect(askedToJoin.read('b')).toBeNull();
  expect(askedToJoin.read('a')).toEqual({ code: 'a', name: '', picture: null });
  askedToJoin.forget();
  expect(askedToJoin.read('a')).toBeNull();
});
