import type { SafeStorage } from '../../lib/state/storage.ts';
import { connectionIn, parsed, readConnections, record, withConnection } from './connections.ts';
import { endpointHost, originOf } from './endpoint.ts';
import { entries, memory } from './setting-entries.ts';

/** One config for each provider, by its name. */
const earlierMemory = 'polylogue.providers';

/**
 * Brings what a browser holds from before the first release into today's form, once: saved connections, and the bare
 * host a key was saved for. What cannot be stored stays as it was.
 */
export function convertEarlierSettings(storage: SafeStorage): void {
  convertConnections(storage);
  convertKeyHost(storage);
}

function convertConnections(storage: SafeStorage) {
  const earlier = storage.read(earlierMemory);
  if (earlier === null) return;
  // It was written after the list, and wins.
  const all = Object.entries(record(parsed(earlier)))
    .flatMap(([type, config]) => connectionIn({ ...record(config), type }))
    .reduce(withConnection, readConnections(storage.read(memory)));
  storage.remove(earlierMemory);
  // In a full browser both do not fit beside each other.
  if (all.length > 0 && !storage.write(memory, JSON.stringify(all))) storage.write(earlierMemory, earlier);
}

/** A bare host becomes the origin at which the key is used, or was saved; without one it stays, and matches nothing. */
function convertKeyHost(storage: SafeStorage) {
  const host = storage.read(entries.keyHost)?.trim();
  if (!host || originOf(host)) return;
  const apiKey = storage.read(entries.apiKey)?.trim();
  const saved = readConnections(storage.read(memory)).filter((one) => one.apiKey.trim() === apiKey);
  const origin = [storage.read(entries.endpoint) ?? '', ...saved.map(({ endpoint }) => endpoint)]
    .map(originOf)
    .find((one) => one !== null && endpointHost(one) === host);
  if (origin) storage.write(entries.keyHost, origin);
}
