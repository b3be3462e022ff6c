import styles from './quote.module.css';
import type { Quoted } from './quotes.ts';

interface QuoteProps {
  quote: Quoted | null;
  onGoTo(id: string): void;
}

/** The message that another one answers; leads to it. */
export function Quote({ quote, onGoTo }: QuoteProps) {
  if (!quote) return null;
  const { id, name, text } = quote;
  const content = (
    <>
      {name && <cite>{name}</cite>}
      <span className={styles.text} dir="auto">
        {text}
      </span>
    </>
  );
  return (
    <blockquote className={styles.quote}>
      {id === null ? (
        content
      ) : (
        <button type="button" onClick={() => onGoTo(id)}>
          {content}
        </button>
      )}
    </blockquote>
  );
}
