import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export const page = '<!doctype html><title>Polylogue</title>';
/** The document of /chat, built ahead. */
export const chatPage = '<!doctype html><title>Polylogue</title><textarea></textarea>';
/** The document that draws diagrams. */
export const diagramPage = '<!doctype html><title>Diagram</title>';
export const script = 'export const hash = "of its content";';

const files = {
  'index.html': page,
  'chat.html': chatPage,
  'dashboard.html': page,
  'room.html': page,
  'manifest.webmanifest': '{}',
  'icon-192.png': 'a picture',
  'service-worker.js': script,
  'diagram.html': diagramPage,
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/app-Bx7d2k.js': script,
  'assets/diagram/draw-Dd93k1.js': script,
  'assets/read.worker-Cc81.js': script,
  '.stamp': 'secret of the build',
};

/** Fills a folder with what a web build produces. */
export async function buildWeb(folder: string) {
  await mkdir(join(folder, 'assets', 'diagram'), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text);
    await writeFile(join(folder, `${name}.br`), brotliCompressSync(text));
    await writeFile(join(folder, `${name}.gz`), gzipSync(text));
  }
}
