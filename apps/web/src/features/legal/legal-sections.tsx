import styles from './legal.module.css';
import type { LegalText } from './legal-text.ts';

/** A legal text without its title, for a page and for a dialog. */
export function LegalSections({ text, level: Heading }: { text: LegalText; level: 'h2' | 'h3' }) {
  return (
    <div className={styles.text}>
      {text.sections.map(({ id, title, body }) => (
        <section key={id} className={styles.section} id={id} aria-labelledby={`${id}-title`}>
          <Heading className={styles.heading} id={`${id}-title`}>
            {title}
          </Heading>
          {body}
        </section>
      ))}
    </div>
  );
}
