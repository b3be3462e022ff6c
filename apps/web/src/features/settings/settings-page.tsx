import { Suspense, useEffect } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { whenIdle } from '../../lib/schedule/idle.ts';
import { ChevronRightIcon, Snake } from '../../ui/index.ts';
import { meOf, signInFor, useAccount } from '../account/index.ts';
import { EntryList, ListPage, Shell } from '../shell/index.ts';
import { groupsFor, type Section, sections } from './sections.ts';
import styles from './settings-page.module.css';
import { useIsWide } from './use-is-wide.ts';

/** All of /settings: on a phone a list that leads to the sections, elsewhere the sections next to their list. */
export function SettingsPage() {
  const [path] = useLocation();
  const isWide = useIsWide();
  const isMember = meOf(useAccount()) !== null;
  const section = sections.find(({ href }) => href === path);

  useEffect(() => {
    const shown = groupsFor(isMember).flatMap(({ sections }) => sections);
    return whenIdle(() => void Promise.allSettled(shown.map(({ prepare }) => prepare())));
  }, [isMember]);

  if (section?.isOfAccount && !isMember) return <Redirect to={signInFor(path)} replace />;
  if (!section && isWide)
    return <Redirect to={isMember ? '/settings/profile' : '/settings/appearance'} replace />;
  if (!section) return <Overview isMember={isMember} />;
  return (
    <Shell title={`${section.title} · Settings`}>
      <div className={styles.page}>
        {isWide ? <SideNav current={section} isMember={isMember} /> : <Back />}
        <div className={styles.section}>
          <h1 className={styles.title} id="section" tabIndex={-1}>
            {section.title}
          </h1>
          <Suspense fallback={<Snake label={`Loading ${section.title}`} />} key={section.href}>
            <section.Body />
          </Suspense>
        </div>
      </div>
    </Shell>
  );
}

function Overview({ isMember }: { isMember: boolean }) {
  return (
    <ListPage title="Settings" intro="All settings, in one place.">
      <nav className={styles.groups} aria-label="Settings">
        {groupsFor(isMember).map(({ title, sections }) => (
          <section key={title} aria-label={title}>
            <h2 className={styles.group}>{title}</h2>
            <EntryList entries={sections} mark={<ChevronRightIcon />} />
          </section>
        ))}
      </nav>
    </ListPage>
  );
}

function SideNav({ current, isMember }: { current: Section; isMember: boolean }) {
  return (
    <nav className={styles.side} aria-label="Settings">
      {groupsFor(isMember).map((group) => (
        <section key={group.title} aria-label={group.title}>
          <p className={styles.group}>{group.title}</p>
          <ul className={styles.links}>
            {group.sections.map(({ href, title, prepare }) => (
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
        </section>
      ))}
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
