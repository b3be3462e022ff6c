import '../testing/browser.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reasonOf } from '../failure/model-error.ts';
import { uploadImage, uploadProfilePicture } from '../index.ts';
import { peopleServer } from '../testing/people-server.ts';

/** The picture service at the other end of an XMLHttpRequest. */
class Keeper {
  static answer: unknown;
  static requests: string[] = [];
  static headers: string[] = [];
  static isSlow = false;
  upload: { onprogress?: (event: object) => void } = {};
  onload?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  status = 200;
  statusText = 'OK';
  responseText = '';
  open(method: string, url: string) {
    Keeper.requests.push(`${method} ${url}`);
  }
  setRequestHeader(name: string) {
    Keeper.headers.push(name);
  }
  send(body: FormData) {
    Keeper.requests.push((body.get('file') as File).name);
    this.upload.onprogress?.({ loaded: 1, total: 2 });
    if (Keeper.isSlow) return;
    this.responseText = JSON.stringify(Keeper.answer);
    this.onload?.();
    this.onloadend?.();
  }
  abort() {
    this.onabort?.();
    this.onloadend?.();
  }
}

const picture = new File(['picture'], 'ada.png', { type: 'image/png' });
const place = 'https://images.example/once/1';

beforeEach(() => {
  Object.assign(Keeper, { answer: null, requests: [], headers: [], isSlow: false });
  vi.stubGlobal('XMLHttpRequest', Keeper);
  const server = peopleServer();
  for (const purpose of ['image', 'profile_picture']) {
    server.on(`POST /api/v1/user/me/${purpose}`, () => Response.json({ upload_url: place }));
  }
});
afterEach(() => void vi.unstubAllGlobals());

const answer = (variants: string[]) => ({ success: true, errors: [], result: { id: '1', variants } });

test('a picture is posted to the upload URL issued for it, without a token, and its progress is reported [PEOPLE-06 PEOPLE-07]', async () => {
  Keeper.answer = answer(['https://images.example/1/public']);
  const shares: number[] = [];
  const url = await uploadProfilePicture(picture, { onProgress: (share) => shares.push(share) });
  expect(url).toBe('https://images.example/1/public');
  expect(Keeper.requests).toEqual([`POST ${place}`, 'ada.png']);
  expect(Keeper.headers).not.toContain('authorization');
  expect(shares).toEqual([0.5]);
});

test.each([
  [['/1/small', '/1/public', '/1/large'], '/1/public'],
  [['/1/only'], '/1/only'],
  [['/1/small', '/1/large'], '/1/large'],
])('of the variants %j, %s is chosen [PEOPLE-08]', async (variants, chosen) => {
  Keeper.answer = answer(variants);
  expect(await uploadImage(picture)).toBe(chosen);
});

test('No variants returned [MODEL-30]', async () => {
  Keeper.answer = answer([]);
  await expect(uploadImage(picture)).rejects.toThrow('No variants returned');
  Keeper.answer = {};
  await expect(uploadProfilePicture(picture)).rejects.toThrow('No variants returned');
});

test('if the picture service refuses a picture, its own words are shown', async () => {
  Keeper.answer = { success: false, errors: [{ code: 5455, message: 'Not a picture.' }], result: null };
  const error = await uploadImage(picture).catch((error) => error);
  expect(error.message).toBe('Failed to upload user image');
  expect(reasonOf(error)).toBe('Not a picture.');
});

test('an upload can be cancelled', async () => {
  Keeper.isSlow = true;
  const calledOff = new AbortController();
  const sent = uploadImage(picture, { signal: calledOff.signal, onProgress: () => calledOff.abort() });
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
});
