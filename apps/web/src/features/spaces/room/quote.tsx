import styles from './quote.module.css';

/** The message that another one answers. */
export function Quote({ quote }: { quote: { name: string; text: string } | null }) {
  if (!quote) return null;
  return (
    <blockquote className={styles.quote}>
      {quote.name && <cite>{quote.name}</cite>}
      <p dir="auto">{quote.text}</p>
    </blockquote>
  );
}
