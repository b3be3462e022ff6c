import { Link } from 'wouter';
import { ago } from '../../lib/text/ago.ts';
import { addressOf, isActive, type ListedConversation, useLastLines } from '../conversation/index.ts';
import styles from './to-continue.module.css';

/** How many are shown here; the others are on their own page. */
const most = 6;

/** Conversations the member may want to continue, pinned ones first. */
export function conversationsToContinue(all: readonly ListedConversation[]): readonly ListedConversation[] {
  const active = all.filter(isActive);
  const inOrder = [...active.filter((one) => one.isPinned), ...active.filter((one) => !one.isPinned)];
  return inOrder.slice(0, most);
}

export function ToContinue({ first }: { first: readonly ListedConversation[] }) {
  const lines = useLastLines(first);
  if (first.length === 0) return null;
  return (
    <section aria-labelledby="continue" className={styles.section}>
      <div className={styles.head}>
        <h2 id="continue">Continue</h2>
        <Link href="/conversations">All conversations</Link>
      </div>
      <ul className={styles.cards}>
        {first.map((conversation) => (
          <li key={conversation.id}>
            <Link href={addressOf(conversation)} className={styles.card}>
              <span className={styles.title} dir="auto">
                {conversation.title}
              </span>
              <span className={styles.line} dir="auto">
                {lines.get(conversation.id)}
              </span>
              <span className={styles.when}>{ago(new Date(conversation.lastMessageAt))}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
