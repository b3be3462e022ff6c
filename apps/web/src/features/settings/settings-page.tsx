import { Suspense, useEffect } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { whenIdle } from '../../lib/schedule/idle.ts';
import { ChevronRightIcon, Snake } from '../../ui/index.ts';
import { EntryList, ListPage, Shell } from '../shell/index.ts';
import { type Section, sections } from './sections.ts';
import styles from './settings-page.module.css';
import { useIsWide } from './use-is-wide.ts';

/** All of /settings: on a phone a list that leads to the sections, elsewhere the sections next to their list. */
export function SettingsPage() {
  const [path] = useLocation();
  const isWide = useIsWide();
  const section = sections.find(({ href }) => href === path);

  useEffect(() => whenIdle(() => void Promise.allSettled(sections.map(({ prepare }) => prepare()))), []);

  if (!section) return isWide ? <Redirect to="/settings/profile" replace /> : <Overview />;
  return (
    <Shell title={`${section.title} · Settings`}>
      <div className={styles.page}>
        {isWide ? <SideNav current={section} /> : <Back />}
        <section className={styles.section} aria-labelledby="section">
          <h1 className={styles.title} id="section" tabIndex={-1}>
            {section.title}
          </h1>
          <Suspense fallback={<Snake label={`Loading ${section.title}`} />} key={section.href}>
            <section.Body />
          </Suspense>
        </section>
      </div>
    </Shell>
  );
}

function Overview() {
  return (
    <ListPage title="Settings" intro="Everything about your account.">
      <nav aria-label="Settings">
        <EntryList entries={sections} mark={<ChevronRightIcon />} />
      </nav>
    </ListPage>
  );
}

function SideNav({ current }: { current: Section }) {
  return (
    <nav className={styles.side} aria-label="Settings">
      <p className={styles.heading}>Settings</p>
      <ul className={styles.links}>
        {sections.map(({ href, title, prepare }) => (
          <li key={href}>
            <Link
              href={href}
              className={styles.link}
              aria-current={href === current.href ? 'page' : undefined}
              onPointerEnter={() => void prepare().catch(() => undefined)}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Back() {
  return (
    <nav aria-label="Settings">
      <Link href="/settings" className={styles.back}>
        <ChevronRightIcon size={18} className={styles.backwards} />
        Settings
      </Link>
    </nav>
  );
}
