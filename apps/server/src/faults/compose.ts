import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../../../..');

interface Service {
  environment: Record<string, string>;
  volumes: string[];
}

/** The nodes and the proxy of compose.yaml, with the variables that they get when these are set. */
export async function composed(env: Record<string, string | undefined>) {
  const { services } = parse(await readFile(join(root, 'compose.yaml'), 'utf8'), { merge: true }) as {
    services: Record<string, Service>;
  };
  const environmentOf = (name: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(services[name]?.environment ?? {}).map(([variable, value]) => [
        variable,
        value.replace(/\$\{(\w+):-([^}]*)\}/g, (_, wanted, fallback) => env[wanted] || fallback),
      ]),
    );
  const proxy = environmentOf('proxy');
  const nodes = (proxy.NODES ?? '').split(' ').map((address) => address.split(':')[0] ?? '');
  const mounted = services.proxy?.volumes.find((volume) => volume.includes('/etc/caddy/Caddyfile'));
  return {
    nodes: nodes.map(environmentOf),
    proxy: { environment: proxy, file: join(root, mounted?.split(':')[0] ?? '') },
  };
}
