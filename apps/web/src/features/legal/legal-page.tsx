import { Link } from 'wouter';
import { useTitle } from '../../lib/page/title.ts';
import { OpenPage, Wordmark } from '../../ui/index.ts';
import styles from './legal.module.css';
import { LegalLinks } from './legal-links.tsx';
import { LegalSections } from './legal-sections.tsx';
import type { LegalText } from './legal-text.ts';
import { privacy } from './privacy.tsx';
import { terms } from './terms.tsx';

export function TermsPage() {
  return <LegalPage text={terms} />;
}

export function PrivacyPage() {
  return <LegalPage text={privacy} />;
}

function LegalPage({ text }: { text: LegalText }) {
  useTitle(text.title);
  return (
    <OpenPage
      className={styles.page}
      home={
        <Link href="/dashboard">
          <Wordmark />
        </Link>
      }
      footer={<LegalLinks />}
    >
      <div className={styles.head}>
        <h1 className={styles.title}>{text.title}</h1>
        <p className={styles.since}>{text.since}</p>
        <p className={styles.summary}>{text.summary}</p>
      </div>
      <nav className={styles.contents} aria-labelledby="contents">
        <h2 className={styles.contentsTitle} id="contents">
          Contents
        </h2>
        <ol>
          {text.sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <LegalSections text={text} level="h2" />
    </OpenPage>
  );
}
