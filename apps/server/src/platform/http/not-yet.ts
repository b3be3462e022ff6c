import { refuse } from './refuse.ts';

/** Handlers of endpoints that are being built. */
export function notYet(table: object): never {
  const handler = () => refuse('not-ready', 'The server does not do this yet.');
  return Object.fromEntries(Object.keys(table).map((name) => [name, handler])) as never;
}
