import { Link } from 'wouter';
import { useTitle } from '../../lib/page/title.ts';
import { Header, Wordmark } from '../../ui/index.ts';
import styles from './legal.module.css';
import { LegalSections } from './legal-sections.tsx';
import type { LegalText } from './legal-text.ts';
import { privacy } from './privacy.tsx';
import { terms } from './terms.tsx';

export function TermsPage() {
  return <LegalPage text={terms} other={{ href: '/privacy', title: privacy.title }} />;
}

export function PrivacyPage() {
  return <LegalPage text={privacy} other={{ href: '/terms', title: terms.title }} />;
}

function LegalPage({ text, other }: { text: LegalText; other: { href: string; title: string } }) {
  useTitle(text.title);
  return (
    <div className={styles.page}>
      <Header>
        <Link href="/dashboard">
          <Wordmark />
        </Link>
      </Header>
      <main className={styles.main}>
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
        <p className={styles.other}>
          See also: <Link href={other.href}>{other.title}</Link>
        </p>
      </main>
    </div>
  );
}
