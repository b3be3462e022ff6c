import { type Drawing, type Redrawn, redrawn } from './redrawn.ts';

export interface DrawRequest {
  id: number;
  file: Blob;
  drawing: Drawing;
}
/** `drawn` is null when the picture could not be decoded. */
export interface DrawResponse {
  id: number;
  drawn: Redrawn | null;
}

// One at a time: a decoded picture is large.
let queue = Promise.resolve();
self.addEventListener('message', ({ data: { id, file, drawing } }: MessageEvent<DrawRequest>) => {
  queue = queue
    .then(() => redrawn(file, drawing))
    .catch(() => null)
    .then((drawn) => self.postMessage({ id, drawn } satisfies DrawResponse));
});
