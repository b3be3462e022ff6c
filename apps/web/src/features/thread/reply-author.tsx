import { HoverCard } from '../../ui/index.ts';
import { answererOf, ConnectionIcon, ModelCard, type ProviderName, providerOf } from '../keys/index.ts';
import styles from './reply-author.module.css';

interface ReplyAuthorProps {
  provider: ProviderName;
  model: string | null;
  /** Where it was asked; empty where that is not known. */
  endpoint: string;
}

/** The icon of the provider, or of the server that speaks its format; what is known of the model stands in its hover card. */
export function ReplyAuthor({ provider, model, endpoint }: ReplyAuthorProps) {
  const { defaultModel } = providerOf(provider);
  const label = answererOf(provider, endpoint);
  return (
    <div className={styles.author}>
      <HoverCard card={<ModelCard provider={provider} model={model ?? defaultModel} />}>
        <ConnectionIcon provider={provider} endpoint={endpoint} label={label} size={22} />
      </HoverCard>
      {model && <span className={styles.model}>{model}</span>}
    </div>
  );
}
