import type { Refused, StoredFile } from '@polylogue/contract';

const boundary = '----boundary7d2k';

export interface Sent {
  name: string;
  type: string;
  bytes: string | Buffer;
  /** The name of the form field; `file` by default. */
  field?: string;
}

/** The bytes of a multipart body, with names exactly as given. */
export function multipart(...files: Sent[]): Buffer {
  const parts = files.flatMap(({ name, type, bytes, field = 'file' }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n` +
        `content-type: ${type}\r\n\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
}

export const multipartType = `multipart/form-data; boundary=${boundary}`;

let household = 0;

/** Uploads from a fresh address, unless `headers` give one (the server must trust a proxy). */
export async function upload(url: string, sent: Sent | Sent[], headers: Record<string, string> = {}) {
  household += 1;
  const address = `2001:db8:${household.toString(16)}::1`;
  const response = await fetch(`${url}/api/upload`, {
    method: 'POST',
    headers: { 'content-type': multipartType, 'x-forwarded-for': address, ...headers },
    body: new Uint8Array(multipart(...[sent].flat())),
  });
  // Either a stored file or a refusal; each test knows which.
  const body = (await response.json()) as StoredFile & Refused;
  return { status: response.status, headers: response.headers, body };
}
