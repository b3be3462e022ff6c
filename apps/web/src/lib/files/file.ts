// Both are multiples of three, so that no piece but the last is padded.
const readSize = 3 * 128 * 1024;
const pieceSize = 3 * 8 * 1024;

/** The content as base64. Read in slices, so that a large file does not hold up the page. */
export async function base64(blob: Blob): Promise<string> {
  const text: string[] = [];
  for (let start = 0; start < blob.size; start += readSize) {
    const bytes = new Uint8Array(await blob.slice(start, start + readSize).arrayBuffer());
    for (let at = 0; at < bytes.length; at += pieceSize) {
      text.push(btoa(String.fromCharCode(...bytes.subarray(at, at + pieceSize))));
    }
  }
  return text.join('');
}

/** The bytes of a base64 text, decoded in pieces so that the page gets a turn between them. */
export async function blobOf(text: string, type: string): Promise<Blob> {
  const parts: Blob[] = [];
  // Four characters are three bytes.
  const length = 4 * readSize;
  for (let start = 0; start < text.length; start += length) {
    const decoded = atob(text.slice(start, start + length));
    parts.push(new Blob([Uint8Array.from(decoded, (letter) => letter.charCodeAt(0))]));
    await Promise.resolve();
  }
  return new Blob(parts, { type });
}
