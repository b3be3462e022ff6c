import { readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Fault } from './fault.ts';
import { must } from './person.ts';
import { serverProcess } from './server-process.ts';
import { noSmallDisk, smallDisk } from './small-disk.ts';
import { writers } from './writers.ts';

/** Bytes. */
const diskSize = 24 * 1024 * 1024;

export const fullDisk: Fault = {
  name: 'full-disk',
  summary:
    'with a full disk the server answers 507 or 503, loses nothing acknowledged, and recovers when there is room again',
  async run(say) {
    const server = await serverProcess();
    const disk = await smallDisk(server.folder, diskSize);
    if (!disk) {
      await server.remove();
      return noSmallDisk;
    }
    const { ballast } = disk;
    try {
      await server.start({ DATA_DIR: disk.path });
      const crowd = writers(server.url, 20);
      await crowd.more(50);
      await disk.fillUpTo(0);
      await crowd.refusedMore(40);
      const picture = await refusedPicture(server.url, ballast);
      await disk.fillUpTo(0);
      const halves = (await readdir(join(disk.path, 'files'))).filter((name) => name.endsWith('.part'));
      must(halves.length === 0, `${halves.length} drafts are left of pictures that did not fit.`);
      if (!server.isAlive()) throw new Error('The server died of a full disk.');
      await rm(ballast);
      await crowd.more(50);
      await crowd.stop();

      const odd = [...crowd.refused.keys()].filter((status) => ![503, 507].includes(status));
      if (odd.length > 0) throw new Error(`On a full disk people were answered ${odd.join(', ')}.`);
      const lost = await crowd.lost();
      if (lost.length > 0) throw new Error(`${lost.length} uploads are gone, as ${lost[0]?.url}.`);
      await server.end('SIGTERM');
      await server.start({ DATA_DIR: disk.path });
      const refusals = [...crowd.refused].map(([status, times]) => `${times} × ${status}`).join(', ');
      say(`a picture of which the drafts fit, but not the drawn one, was refused ${picture}`);
      say(`${crowd.acknowledged()} uploads around a full disk acknowledged, 0 lost; refused ${refusals}`);
    } finally {
      await server.end('SIGKILL');
      await disk.unmount();
      await server.remove();
    }
    return undefined;
  },
};

/** Makes room for a picture as sent, but not for its renderings; returns the status of the refusal. */
async function refusedPicture(url: string, ballast: string): Promise<number> {
  const grain = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const noise = { width: 1_400, height: 1_400, channels: 3, background: '#888', noise: grain } as const;
  const bytes = await sharp({ create: noise }).jpeg({ quality: 88 }).toBuffer();
  // Otherwise the check of the database's reserve would refuse it before anything is read.
  must(bytes.length * 1.5 > diskSize / 20, `The picture is too small, ${bytes.length} bytes.`);
  const { size } = await stat(ballast);
  await truncate(ballast, size - Math.round(bytes.length * 1.5));
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], 'noise.jpg', { type: 'image/jpeg' }));
  const headers = { 'x-forwarded-for': '192.0.2.77' };
  const { status } = await fetch(`${url}/api/upload`, { method: 'POST', headers, body: form });
  must(status === 507, `A picture without room for it was answered ${status}.`);
  return status;
}
