import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';

/** The answer to these exact bytes, read until the server closes or the answer is complete. */
export function sendRaw(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      text += chunk;
      if (isWhole(text)) socket.end();
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

function isWhole(text: string): boolean {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  return text.includes('\r\n\r\n') && length !== undefined && Buffer.byteLength(body) >= Number(length);
}

/** Requests a path exactly as it is spelled; fetch would normalise it. */
export function requestRaw(
  port: number,
  path: string,
  method = 'GET',
  headers: Record<string, string> = {},
  body?: string,
) {
  return new Promise<{ status: number; headers: Record<string, string>; text: string }>((resolve, reject) => {
    const request = httpRequest({ port, host: '127.0.0.1', path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string>,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    request.on('error', reject).end(body);
  });
}
