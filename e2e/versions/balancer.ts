import { createServer, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';

/** Which version a browser's page is of, and the node that answers it. */
export interface Via {
  page: string;
  node: string;
}

const cookie = 'via';
const separator = '-';

export const viaCookie = ({ page, node }: Via, url: string) => ({
  name: cookie,
  value: [page, node].join(separator),
  url,
});

/**
 * One address in front of several nodes, as during an upgrade: a cookie says which version a browser's page comes from, and
 * which one answers its calls; without one, `first` does. `ports`: those of the nodes, by version; may change at any time.
 */
export function balancer(ports: Readonly<Record<string, number>>, first: string) {
  function portFor({ headers, url = '' }: IncomingMessage): number {
    const [, value = ''] = new RegExp(`\\b${cookie}=([^;]+)`).exec(headers.cookie ?? '') ?? [];
    const [page = '', node = ''] = value.split(separator);
    const version = /^\/(api|files|images)\//.test(url) ? node : page;
    return ports[version] ?? ports[first] ?? 0;
  }

  const server = createServer((asked, answer) => {
    const { method, url, headers } = asked;
    const passed = request({ port: portFor(asked), method, path: url, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  server.on('upgrade', (asked, socket, head) => {
    const lines = Object.entries(asked.headers).map(([name, value]) => `${name}: ${value}`);
    const node = connect(portFor(asked), '127.0.0.1', () => {
      node.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      node.write(head);
      node.pipe(socket).pipe(node);
    });
    for (const [one, other] of [
      [node, socket],
      [socket, node],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  return server;
}
