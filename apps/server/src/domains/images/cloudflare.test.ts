import { startCloudflareImages } from '@polylogue/imitation';
import { expect, onTestFinished, test } from 'vitest';
import { cloudflareImages } from '../../platform/images/cloudflare.ts';
import { startWithPeople } from '../../testing/people.ts';
import { pictures } from '../../testing/pictures.ts';
import { eventually } from '../../testing/server.ts';
import { sweepPictures } from './testing.ts';

const minute = 60_000;

async function withCloudflare(changed: Record<string, string> = {}) {
  const cloudflare = await startCloudflareImages();
  onTestFinished(() => cloudflare.close());
  const server = await startWithPeople('sqlite', {
    cloudflareApi: cloudflare.api,
    env: {
      CLOUDFLARE_IMAGES_ACCOUNT_ID: cloudflare.accountId,
      CLOUDFLARE_IMAGES_TOKEN: cloudflare.token,
      CLOUDFLARE_IMAGES_HASH: cloudflare.hash,
      ...changed,
    },
  });
  const { access_token: token } = await server.signUp('ada');
  return {
    ...server,
    cloudflare,
    token,
    sweepPictures: () => sweepPictures(server),
    async ask(path = '/api/v1/user/me/profile_picture', who = token) {
      const { status, body } = await server.call('POST', path, { token: who });
      return { status, body, uploadUrl: String((body as { upload_url?: unknown }).upload_url) };
    },
    async post(uploadUrl: string) {
      const form = new FormData();
      form.append(
        'file',
        new File([new Uint8Array(await pictures.jpeg())], 'me.jpg', { type: 'image/jpeg' }),
      );
      const response = await fetch(uploadUrl, { method: 'POST', body: form });
      const { result } = (await response.json()) as { result: { id: string; variants: string[] } };
      return { id: result.id, url: result.variants.at(-1) ?? '' };
    },
    wear: (url: string | null, who = token) =>
      server.call('PUT', '/api/v1/user/me', { token: who, body: { profile_picture_url: url } }),
  };
}

test('with Cloudflare Images the browser uploads there, and the picture goes on the profile of the person with the slot', async () => {
  const { ask, post, wear, cloudflare, signUp } = await withCloudflare();
  const { access_token: ben } = await signUp('ben');
  const { uploadUrl } = await ask();
  expect(new URL(uploadUrl).origin).toBe(new URL(cloudflare.api).origin);
  const { id, url } = await post(uploadUrl);
  expect(url).toBe(`https://imagedelivery.net/${cloudflare.hash}/${id}/public`);

  expect((await wear(url, ben)).status).toBe(400);
  expect((await wear(url.replace(id, 'another-picture'))).status).toBe(400);
  expect((await wear(url)).body).toMatchObject({ profile_picture_url: url });
});

test('Cloudflare learns nothing about the person', async () => {
  const { ask, cloudflare } = await withCloudflare();
  await ask();
  expect(cloudflare.requests()).toEqual([
    {
      what: `POST /client/v4/accounts/${cloudflare.accountId}/images/v2/direct_upload`,
      fields: { requireSignedURLs: 'false', expiry: expect.stringMatching(/^\d{4}-.*Z$/) },
    },
  ]);
});

test('a picture that no profile shows is removed there, once Cloudflare responds again', async () => {
  const { ask, post, wear, cloudflare, sweepPictures, pass } = await withCloudflare();
  const shown = await post((await ask()).uploadUrl);
  const unused = await post((await ask()).uploadUrl);
  const never = (await ask()).uploadUrl.split('/').at(-1);
  await wear(shown.url);
  expect(cloudflare.pictures()).toEqual([shown.id, unused.id, never]);

  cloudflare.behave('failing');
  pass(80 * minute);
  await sweepPictures();
  await eventually(() =>
    expect(cloudflare.requests().filter(({ what }) => what.startsWith('DELETE'))).not.toEqual([]),
  );
  expect(cloudflare.pictures()).toHaveLength(3);
  cloudflare.behave('well');
  await eventually(() => {
    pass(minute);
    expect(cloudflare.pictures()).toEqual([shown.id]);
  });
});

test.each(['failing', 'strangely'] as const)(
  'while Cloudflare’s responses are unusable (%s), the refusal says to try again',
  async (how) => {
    const { ask, cloudflare } = await withCloudflare();
    cloudflare.behave(how);
    expect(await ask()).toMatchObject({
      status: 503,
      body: {
        error: 'not-ready',
        message: 'Pictures cannot be uploaded right now. Try again in a moment.',
      },
    });
  },
);

test('a token that Cloudflare rejects is logged', async () => {
  const lines: string[] = [];
  const cloudflare = await startCloudflareImages();
  onTestFinished(() => cloudflare.close());
  const images = cloudflareImages({
    accountId: cloudflare.accountId,
    hash: cloudflare.hash,
    token: 'another-token-of-somebody-else',
    api: cloudflare.api,
    log: (line) => lines.push(line),
  });
  await expect(images.place(Date.now())).rejects.toMatchObject({ refusal: 'not-ready' });
  expect(lines).toEqual([
    'Cloudflare Images gave no upload slot for a picture (403): CLOUDFLARE_IMAGES_TOKEN does not allow it.',
  ]);
});

test('a request without a response is given up, and a picture that no longer exists counts as removed', async () => {
  const cloudflare = await startCloudflareImages();
  onTestFinished(() => cloudflare.close());
  const images = cloudflareImages({ ...cloudflare, timeout: 100 });
  await images.remove('never-there', new AbortController().signal);
  cloudflare.behave('silently');
  await expect(images.place(Date.now())).rejects.toMatchObject({ refusal: 'not-ready' });
  await expect(images.remove('any', new AbortController().signal)).rejects.toThrow();
});

test('the page may show pictures from there and upload to there, whatever else CONNECT_SRC says', async () => {
  const { url } = await withCloudflare({ CONNECT_SRC: 'https://api.openai.com' });
  const policy = (await fetch(url)).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("img-src 'self' blob: data: https://imagedelivery.net;");
  expect(policy).toContain(
    "connect-src 'self' ws://localhost:3000 https://api.openai.com https://upload.imagedelivery.net;",
  );
});

test('requests that Cloudflare fails do not use up the pictures of a day', async () => {
  const { ask, cloudflare, pass } = await withCloudflare();
  cloudflare.behave('failing');
  for (let at = 0; at < 20; at += 1) expect((await ask()).status).toBe(503);
  cloudflare.behave('well');
  pass(minute);
  expect(await ask()).toMatchObject({ status: 200 });
});
