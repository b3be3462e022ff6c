import { expect, test } from 'vitest';
import { prepare, sniff } from './reader.ts';
import { fileOf } from './testing/samples.ts';

const bounds = { longest: 1568, bytes: 1e6, types: ['image/png'] };
const read = async (file: File) => await prepare(file, await sniff(file), bounds);
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
