// The chunks of a PNG that make up what is seen; all others (places, names, times, comments) are left out.
const visibleChunks = 'IHDR PLTE tRNS IDAT IEND gAMA cHRM sRGB iCCP sBIT bKGD pHYs cICP acTL fcTL fdAT'.split(
  ' ',
);

/** The same PNG without its metadata; null when it is not a complete PNG. */
export function barePng(bytes: Uint8Array<ArrayBuffer>): Blob | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: BlobPart[] = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) return null;
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (visibleChunks.includes(name)) parts.push(bytes.subarray(at, end));
    if (name === 'IEND') return new Blob(parts, { type: 'image/png' });
    at = end;
  }
  return null;
}

/** A GIF's pictures without its comments and application data. */
export interface BareGif {
  blob: Blob;
  isMoving: boolean;
}

/** Null when it is not a complete GIF. */
export function bareGif(bytes: Uint8Array<ArrayBuffer>): BareGif | null {
  const tableAfter = (at: number) => ((bytes[at] ?? 0) & 0x80 ? 3 * 2 ** (((bytes[at] ?? 0) & 7) + 1) : 0);
  const begin = 13 + tableAfter(10);
  const parts: BlobPart[] = [bytes.subarray(0, begin)];
  let frames = 0;
  for (let at = begin; at < bytes.length; ) {
    const introducer = bytes[at];
    if (introducer === 0x3b) {
      parts.push(bytes.subarray(at, at + 1));
      return { blob: new Blob(parts, { type: 'image/gif' }), isMoving: frames > 1 };
    }
    const isPicture = introducer === 0x2c;
    if (!isPicture && introducer !== 0x21) return null;
    const end = blocksEnd(isPicture ? at + 11 + tableAfter(at + 9) : at + 2);
    if (end === null) return null;
    if (isPicture) frames++;
    if (isPicture || bytes[at + 1] === 0xf9 || isLoop(at)) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return null;

  /** The position after a run of blocks, each of which starts with its length. */
  function blocksEnd(from: number): number | null {
    let at = from;
    while (at < bytes.length) {
      const length = bytes[at] ?? 0;
      at += 1 + length;
      if (length === 0) return at;
    }
    return null;
  }

  /** Whether this extension says how often the animation repeats. */
  function isLoop(at: number): boolean {
    const name = String.fromCharCode(...bytes.subarray(at + 3, at + 14));
    return bytes[at + 1] === 0xff && (name === 'NETSCAPE2.0' || name === 'ANIMEXTS1.0');
  }
}
