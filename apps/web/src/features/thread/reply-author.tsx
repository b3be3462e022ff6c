import { HoverCard } from '../../ui/index.ts';
import { ModelCard, ProviderIcon, type ProviderName, providerOf } from '../keys/index.ts';
import styles from './reply-author.module.css';

interface ReplyAuthorProps {
  provider: ProviderName;
  model: string | null;
}

/** The provider's icon; what is known of the model stands in its hover card. */
export function ReplyAuthor({ provider, model }: ReplyAuthorProps) {
  const { company, defaultModel } = providerOf(provider);
  return (
    <div className={styles.author}>
      <HoverCard card={<ModelCard provider={provider} model={model ?? defaultModel} />}>
        <ProviderIcon provider={provider} label={company} size={22} />
      </HoverCard>
      {model && <span className={styles.model}>{model}</span>}
    </div>
  );
}
