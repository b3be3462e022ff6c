import type { ProviderName } from '@polylogue/providers';
import { storedModelInfo } from './room.ts';

/** What stands in a reply's hover card: the model's name, version and token limits. */
export function ModelCard({ model }: { provider: ProviderName; model: string }) {
  const facts = storedModelInfo();
  return <strong>{facts?.name ?? model}</strong>;
}
