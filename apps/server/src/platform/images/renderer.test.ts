import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { pictures } from '../../testing/pictures.ts';
import { samples } from '../../testing/samples.ts';
import type { Rendering } from './render-job.ts';
import { type RendererOptions, renderer } from './renderer.ts';

type Wish = Rendering extends infer One ? (One extends Rendering ? Omit<One, 'path'> : never) : never;

// For tests without special needs: starting the process takes longer than most pictures.
const usual = renderer();
afterAll(() => usual.close());

async function startRenderer(options?: RendererOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-pictures-'));
  const { render, close } = options ? renderer(options) : usual;
  onTestFinished(async () => {
    if (options) await close();
    await rm(folder, { recursive: true, force: true });
  });
  let works = 0;
  return {
    folder,
    render,
    /** Renders these bytes and reads the renderings. */
    async draw(bytes: Buffer, renderings: Wish[], asker = 'ada') {
      works += 1;
      const work = works;
      const source = join(folder, `source-${work}`);
      await writeFile(source, bytes);
      const placed = renderings.map(
        (one, at) => ({ ...one, path: join(folder, `${work}-${at}`) }) as Rendering,
      );
      const { format, sizes } = await render({ source, renderings: placed }, asker);
      const drawn = await Promise.all(placed.map(({ path }) => readFile(path)));
      expect(sizes).toEqual(drawn.map(({ length }) => length));
      return { format, drawn };
    },
  };
}

const same = { kind: 'same' } as const;
const profile = [{ kind: 'square', side: 512 } as const, { kind: 'square', side: 96 } as const];
const about = (bytes: Buffer | undefined) => sharp(bytes, { animated: true }).metadata();

test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
  'a %s becomes a WebP square, and a small one',
  async (format) => {
    const { draw } = await startRenderer();
    const { format: found, drawn } = await draw(await pictures[format](700, 600), profile);
    expect(found).toBe(format);
    const [large, small] = await Promise.all(drawn.map(about));
    expect(large).toMatchObject({ format: 'webp', width: 512, height: 512 });
    expect(small).toMatchObject({ format: 'webp', width: 96, height: 96 });
  },
);

test('a picture is never enlarged', async () => {
  const { draw } = await startRenderer();
  const { drawn } = await draw(await pictures.png(120, 80), [
    ...profile,
    { kind: 'within', width: 1600, height: 1600 },
  ]);
  const sizes = await Promise.all(drawn.map(about));
  expect(sizes.map(({ width, height }) => [width, height])).toEqual([
    [80, 80],
    [80, 80],
    [80, 80],
  ]);
});

test('a photo is upright, and keeps no camera metadata: neither the place nor the name [CHECK-55]', async () => {
  const { draw } = await startRenderer();
  const photo = await pictures.photo();
  expect(photo.includes('anary')).toBe(true);
  expect((await sharp(photo).metadata()).exif?.includes('Canary camera')).toBe(true);

  const { drawn } = await draw(photo, [same, { kind: 'within', width: 256, height: 256 }]);

  for (const bytes of drawn) {
    const { width, height, exif, xmp, iptc, icc, orientation } = await about(bytes);
    expect({ width, height }).toEqual({ width: 40, height: 80 });
    expect([exif, xmp, iptc, icc, orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(bytes.includes('anary')).toBe(false);
    // The camera's top left, with the camera held sideways, is the top right.
    const corner = await sharp(bytes).extract({ left: 36, top: 2, width: 1, height: 1 }).raw().toBuffer();
    expect(corner[0]).toBeGreaterThan(200);
  }
});

test.each(['png', 'jpeg', 'webp', 'gif'] as const)('a %s may keep its format', async (format) => {
  const { draw } = await startRenderer();
  const { drawn } = await draw(await pictures[format](33, 22), [same]);
  expect(await about(drawn[0])).toMatchObject({ format, width: 33, height: 22 });
});

test.each(['gif', 'webp'] as const)('an animated %s stays animated', async (format) => {
  const { draw } = await startRenderer();
  const { drawn } = await draw(await pictures.moving(format), [
    same,
    { kind: 'within', width: 10, height: 10 },
  ]);
  const [whole, small] = await Promise.all(drawn.map(about));
  expect(whole).toMatchObject({ format, width: 20, pages: 3, delay: [100, 100, 100] });
  expect(small).toMatchObject({ format: 'webp', width: 10, height: 10 });
  expect(small?.pages ?? 1).toBe(1);
});

test('anything hidden behind a picture is removed [CHECK-55]', async () => {
  const { draw } = await startRenderer();
  const script = Buffer.from('<script>alert(1)</script>');
  const archive = Buffer.from('PK\x03\x04 META-INF/MANIFEST.MF', 'latin1');
  for (const picture of [await pictures.gif(), await pictures.png(), await pictures.jpeg()]) {
    const { drawn } = await draw(Buffer.concat([picture, script, archive]), [same, ...profile]);
    for (const bytes of drawn) {
      expect(bytes.includes('script')).toBe(false);
      expect(bytes.includes('MANIFEST')).toBe(false);
    }
  }
});

const unreadable = 'This picture cannot be read. Choose a PNG, JPEG, WebP, GIF or AVIF.';
const tooMany = 'This picture has more than 40 million pixels. Choose a smaller one.';
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

test.each([
  ['an SVG with a script', () => Buffer.from(svg), 'wrong-file-type', unreadable],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'wrong-file-type', unreadable],
  ['a PDF', () => samples.pdf, 'wrong-file-type', unreadable],
  [
    'a TIFF',
    () =>
      sharp(Buffer.from(svg.replace(/<script.*script>/, '')))
        .tiff()
        .toBuffer(),
    'wrong-file-type',
    unreadable,
  ],
  ['an archive', () => Buffer.from('PK\x03\x04rest', 'latin1'), 'wrong-file-type', unreadable],
  ['nothing', () => Buffer.alloc(0), 'wrong-file-type', unreadable],
  [
    'a page that begins as a GIF',
    () => Buffer.from('GIF89a/*<html><script>alert(1)</script>*/'),
    'wrong-file-type',
    unreadable,
  ],
  [
    'half a JPEG',
    async () => (await pictures.jpeg(400, 400)).subarray(0, 900),
    'wrong-file-type',
    unreadable,
  ],
  [
    'half a PNG',
    async () => {
      const png = await pictures.photo().then((photo) => sharp(photo).png().toBuffer());
      return png.subarray(0, png.length / 2);
    },
    'wrong-file-type',
    unreadable,
  ],
  [
    'a PNG that says it is 60,000 pixels wide and high',
    () => pictures.pngOf(60_000, 60_000),
    'too-large',
    tooMany,
  ],
  ['81 million pixels in a few kilobytes', () => pictures.bomb(), 'too-large', tooMany],
  [
    'an AVIF of 16 million pixels',
    () =>
      sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#000' } })
        .avif({ effort: 0 })
        .toBuffer(),
    'too-large',
    'This picture has more pixels than can be read in its format. Choose a smaller one, or a JPEG.',
  ],
])(
  '%s is refused with a sentence and leaves nothing behind [CHECK-55]',
  async (_, bytes, refusal, message) => {
    const { draw, folder } = await startRenderer();
    await expect(draw(await bytes(), [same, ...profile])).rejects.toMatchObject({ refusal, message });
    expect((await readdir(folder)).filter((name) => !name.startsWith('source'))).toEqual([]);
    // The next one is rendered.
    await draw(await pictures.png(), profile);
  },
);

test('internal errors are not blamed on the picture', async () => {
  const { folder, render } = await startRenderer();
  await writeFile(join(folder, 'source'), await pictures.png());
  const nowhere = { kind: 'square', side: 96, path: join(folder, 'no such folder', 'x') } as const;
  const work = { source: join(folder, 'source'), renderings: [nowhere] };
  await expect(render(work, 'ada')).rejects.toThrow('ENOENT');
});

test('if the process cannot start, the pictures are not blamed, and none waits for it', async () => {
  const { folder } = await startRenderer();
  const broken = join(folder, 'broken.mjs');
  await writeFile(broken, 'throw new Error("The library is not there.")');
  const { draw } = await startRenderer({ program: pathToFileURL(broken) });
  const picture = await pictures.png();
  for (const { status, reason } of (await Promise.allSettled([
    draw(picture, profile),
    draw(picture, profile),
  ])) as PromiseRejectedResult[]) {
    expect({ status, message: reason.message }).toEqual({
      status: 'rejected',
      message: 'The process that renders pictures ended before it started work.',
    });
  }
});

test('a member with too many pictures waiting is asked to try again later', async () => {
  const { render, folder } = await startRenderer({ queueLimits: { perRequester: 1, total: 10 } });
  const source = join(folder, 'source');
  await writeFile(source, await pictures.png());
  const work = (name: string) => ({ source, renderings: [{ ...same, path: join(folder, name) }] });
  const [drawn, waited, refused] = await Promise.allSettled(
    ['a', 'b', 'c'].map((name) => render(work(name), 'ada')),
  );
  expect([drawn?.status, waited?.status]).toEqual(['fulfilled', 'fulfilled']);
  expect(refused).toMatchObject({
    status: 'rejected',
    reason: { refusal: 'busy', status: 503, headers: { 'retry-after': '5' } },
  });
});

test('a picture that takes too long is given up, and the next one is rendered', async () => {
  const { draw } = await startRenderer({ timeout: 1 });
  await expect(draw(await pictures.jpeg(), [same])).rejects.toMatchObject({
    refusal: 'too-large',
    message: 'This picture takes too long to read. Choose a simpler one.',
  });
});
