import type { ProviderName } from '@polylogue/providers';
import { useLazy } from '../../lib/lazy/use-lazy.ts';
import { counted } from '../../lib/text/counts.ts';
import styles from './card.module.css';
import { factsOf, type KnownModels } from './model-info.ts';
import { modelTable } from './use-model-name.ts';
import { storedModelInfo } from './wiring.ts';

const nothingKnown: KnownModels = { modelInfo: () => null };

interface ModelCardProps {
  provider: ProviderName;
  /** The model that wrote a reply. */
  model: string;
}

/** What a reply's hover card says about its model: name, version, and token limits where known. */
export function ModelCard({ provider, model }: ModelCardProps) {
  const stored = storedModelInfo();
  const known = useLazy(modelTable, true) ?? nothingKnown;
  // The entries describe one model only; an older reply may be from another.
  const facts = stored?.version === model ? stored : factsOf(known, provider, model);
  return (
    <div className={styles.card}>
      <p className={styles.name}>{facts.name}</p>
      <p className={styles.quiet}>{facts.version}</p>
      {facts.contextWindow !== null && <p>Context: {counted(facts.contextWindow)} tokens</p>}
      {facts.maxOutputTokens !== null && <p>Max output: {counted(facts.maxOutputTokens)} tokens</p>}
    </div>
  );
}
