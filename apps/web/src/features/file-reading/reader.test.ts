import { expect, test, vi } from 'vitest';
import type { Ask } from '../../lib/files/encoding/decode.ts';
import { prepare, sniff } from './reader.ts';
import type { DrawRequest } from './redraw-worker.ts';
import type { Redrawn } from './redrawn.ts';
import { Unanswered } from './refused.ts';
import { fileOf, gifExtension, gifOf, jpegOf, pngChunk, pngOf } from './testing/samples.ts';

const bounds = { longest: 1568, bytes: 1e6, types: ['image/png'] };
const read = async (file: File, ask: Ask = async () => null) =>
  await prepare(file, await sniff(file), bounds, ask);
const text = (data: string) => Buffer.from(data, 'base64').toString();

test('a text goes to the model in UTF-8, whatever its encoding, and is stored like that [ATT-06 ATT-12]', async () => {
  const latin = fileOf('notes.txt', new Uint8Array(Buffer.from('Grüße', 'latin1')), 'text/plain');
  const { attachment, original, length, note } = await read(latin);
  expect(attachment).toMatchObject({
    name: 'notes.txt',
    mediaType: 'text/plain',
    size: 5,
    readAs: 'Windows-1252',
  });
  expect(note).toContain('save it as UTF-8');
  expect(attachment.part.type === 'file' && text(attachment.part.data)).toBe('Grüße');
  expect([original.name, await original.text(), length]).toEqual(['notes.txt', 'Grüße', 5]);
});

test('a text whose encoding cannot be told is read as its person says, and not without an answer [ATT-12]', async () => {
  const polish = fileOf('town.txt', new Uint8Array([0x47, 0x64, 0x61, 0xf1, 0x73, 0x6b]), 'text/plain');
  const { attachment, original } = await read(
    polish,
    async (candidates) => candidates.find(({ encoding }) => encoding === 'windows-1250') ?? null,
  );
  expect(attachment.readAs).toBe('Windows-1250');
  expect(await original.text()).toBe('Gdańsk');
  await expect(read(polish)).rejects.toThrow(Unanswered);
});

test('a text already in the form our server stores is left untouched', async () => {
  const notes = fileOf('notes.md', '# Milk', 'text/markdown');
  expect((await read(notes)).original).toBe(notes);
});

test.each(['page.html', 'app.py', 'Makefile'])(
  '%s is stored under a text file name, and keeps its own name in the message [ATT-06 ATT-11]',
  async (name) => {
    const { original, attachment } = await read(fileOf(name, 'all: words', ''));
    expect([original.name, original.type, attachment.name]).toEqual([`${name}.txt`, 'text/plain', name]);
  },
);

test('a PDF is sent as it is, even a locked one: the provider decides', async () => {
  const pdf = fileOf('a.pdf', '%PDF-1.7 /Encrypt', 'application/pdf');
  const { attachment, original } = await read(pdf);
  expect(attachment).toMatchObject({ mediaType: 'application/pdf', size: 17 });
  expect(attachment.part.type === 'file' && text(attachment.part.data)).toBe('%PDF-1.7 /Encrypt');
  expect(original).toBe(pdf);
});

/** A browser draws each picture as these bytes. */
function drawing(): Blob {
  const drawn = new Blob(['drawn'], { type: 'image/jpeg' });
  const size = { width: 9, height: 9 };
  const redrawn: Redrawn = { size, large: { ...size, blob: drawn }, thumbnail: { ...size, blob: drawn } };
  vi.stubGlobal('location', new URL('http://localhost/chat'));
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage({ id, drawing }: DrawRequest) {
        const data = { id, drawn: { ...redrawn, large: drawing.large && redrawn.large } };
        queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('message'), { data })));
      }
      terminate() {}
    },
  );
  return drawn;
}

const exif = pngChunk('eXIf', [1, 2, 3]);
const comment = gifExtension(0xfe, 'Ada was here');

test.each([
  ['a PNG within the limits', pngOf(9, 9, exif), pngOf(9, 9)],
  ['a GIF within the limits', gifOf(9, 9, 1, comment), gifOf(9, 9, 1)],
  ['a PNG that is too large', pngOf(2_000, 9, exif), null],
  ['a JPEG, however small', jpegOf(9, 9, 1), null],
])('%s is sent without what its camera wrote [ATT-05]', async (_, content, bare) => {
  const drawn = drawing();
  const picture = fileOf('cat.png', content, 'image/png');
  const all = { ...bounds, types: ['image/png', 'image/gif', 'image/jpeg'] };
  const { attachment, original } = await prepare(picture, await sniff(picture), all, async () => null);
  const sent = bare ? Buffer.from(bare) : Buffer.from(await drawn.arrayBuffer());
  expect(attachment.part.type === 'file' && attachment.part.data).toBe(sent.toString('base64'));
  expect(original).toBe(picture);
});
