import { WebSocket } from 'ws';

/** One member's socket in a room. */
export interface OpenSocket {
  room: string;
  /** Called with the number in each post or piece that arrives. */
  onNumber(number: number): void;
  /** Called with frames of turns that are meant for this browser alone. */
  onTurnFrame(frame: { type: string; epoch: number }): void;
  /** Called for each piece of an answer. */
  onPiece(): void;
  /** Called with how many messages are unread, by space, when that has changed. */
  onNews: ((unread: Record<string, number>) => void) | undefined;
  send(frame: object): void;
  /** Stops reading, as the tab of a frozen phone does. */
  stall(): true;
  close(): void;
}

/** Opens a socket as a page does, and resolves once the server has welcomed it. */
export function openSocket(port: number, ticket: string, room: string, address: string): Promise<OpenSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<OpenSocket>();
  const ws = new WebSocket(`ws://127.0.0.1:${port}/live`, {
    origin: `http://localhost:${port}`,
    headers: { 'x-forwarded-for': address },
    perMessageDeflate: false,
    skipUTF8Validation: true,
  });
  const socket: OpenSocket = {
    room,
    onNumber() {},
    onTurnFrame() {},
    onPiece() {},
    onNews: undefined,
    send: (frame) => ws.send(JSON.stringify(frame)),
    stall() {
      ws.pause();
      return true;
    },
    close: () => ws.terminate(),
  };
  ws.on('open', () => ws.send(JSON.stringify({ type: 'hello', ticket, after: { [room]: 0 } })));
  ws.on('message', (bytes: Buffer) => {
    // Looked for rather than parsed: reading JSON 20,000 times a second would cost the server its core.
    if (isOf(bytes, 'offer') || isOf(bytes, 'heartbeat-request'))
      socket.onTurnFrame(JSON.parse(String(bytes)));
    if (socket.onNews && isOf(bytes, 'news')) socket.onNews(JSON.parse(String(bytes)).unread);
    const isPiece = isOf(bytes, 'delta');
    if (isPiece) socket.onPiece();
    for (let at = isPiece ? bytes.indexOf('#') : -1; at >= 0; at = bytes.indexOf('#', at + 1)) {
      socket.onNumber(Number.parseInt(bytes.toString('latin1', at + 1, at + 9), 10));
    }
    for (let at = bytes.indexOf('"number '); at >= 0; at = bytes.indexOf('"number ', at + 1)) {
      socket.onNumber(Number.parseInt(bytes.toString('latin1', at + 8, at + 16), 10));
    }
    if (bytes.indexOf('"welcome"') >= 0) resolve(socket);
    if (isOf(bytes, 'closing')) reject(new Error(`A socket was closed: ${bytes}`));
  });
  ws.on('error', reject);
  ws.on('close', (code) => reject(new Error(`A socket was closed with ${code}.`)));
  return promise;
}

const isOf = (bytes: Buffer, type: string) =>
  bytes.toString('latin1', 0, type.length + 10) === `{"type":"${type}"`;
