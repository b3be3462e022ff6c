import { HoverCard } from '../../ui/index.ts';
import {
  answererOf,
  ConnectionIcon,
  ModelCard,
  type ProviderName,
  providerOf,
  useModelName,
} from '../keys/index.ts';
import styles from './reply-author.module.css';

interface ReplyAuthorProps {
  provider: ProviderName;
  model: string | null;
  /** The endpoint asked; '' if that is not known. */
  endpoint: string;
}

/** The icon of the provider, or of a server that uses its API; what is known about the model is in its hover card. */
export function ReplyAuthor({ provider, model, endpoint }: ReplyAuthorProps) {
  const { defaultModel } = providerOf(provider);
  const nameOf = useModelName();
  const label = answererOf(provider, endpoint);
  return (
    <div className={styles.author}>
      <HoverCard card={<ModelCard provider={provider} model={model ?? defaultModel} />}>
        <ConnectionIcon provider={provider} endpoint={endpoint} label={label} size={22} />
      </HoverCard>
      {model && <span className={styles.model}>{nameOf(provider, model)}</span>}
    </div>
  );
}
