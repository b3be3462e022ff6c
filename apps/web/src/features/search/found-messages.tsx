import { Fragment, useId, useState } from 'react';
import { Link } from 'wouter';
import { day } from '../../lib/text/ago.ts';
import { Button, Snake } from '../../ui/index.ts';
import { ProgressBar } from '../../ui/progress/index.ts';
import { Failed } from '../person/index.ts';
import styles from './found-messages.module.css';
import type { Hit, MoreIn } from './hit.ts';
import type { FoundPart } from './search-state.ts';

interface FoundMessagesProps extends FoundPart {
  title: string;
  onMore(): void;
}

/** How many are listed at a time: a hundred of them would hold the page for a moment. */
const listedAtOnce = 20;

/** Messages that were found; nothing where there are none. */
export function FoundMessages({
  title,
  hits,
  next,
  moreIn,
  isBusy,
  share,
  error,
  onMore,
}: FoundMessagesProps) {
  const heading = useId();
  const [listed, setListed] = useState(listedAtOnce);
  const isMoreHere = hits.length > listed;
  function showOlder() {
    setListed(listed + listedAtOnce);
    if (!isMoreHere) onMore();
  }
  // Those of which nothing is listed, because looking through them takes long.
  const others = moreIn.filter((one) => !hits.some(({ space }) => space === one.space));
  const isEnd = !isMoreHere && !isBusy;
  // A page may have none, and others after it.
  const isNothing = hits.length === 0 && others.length === 0 && next === null;
  if (isNothing && !isBusy && !error) return null;
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h2 id={heading} className={styles.heading}>
        {title}
      </h2>
      <ul className={styles.list}>
        {hits.slice(0, listed).map(({ href, title: place, space, author, at, excerpt }, index) => (
          <li key={href}>
            <Link href={href} className={styles.hit}>
              <span className={styles.about}>
                <span className={styles.place} dir="auto">
                  {place}
                </span>
                <span>
                  {author} · <time dateTime={new Date(at).toISOString()}>{day(new Date(at))}</time>
                </span>
              </span>
              <span className={styles.excerpt} dir="auto">
                <MarkedText {...excerpt} />
              </span>
            </Link>
            {hits[index + 1]?.space !== space && <More all={moreIn.filter((one) => one.space === space)} />}
          </li>
        ))}
      </ul>
      {isEnd && <More all={others} />}
      {/* The page says what is searched for. */}
      {isBusy && share === null && <Snake size={28} />}
      {isBusy && share !== null && <ProgressBar label="Conversations searched" share={share} />}
      {error && <Failed error={error} isBusy={isBusy} onRetry={onMore} />}
      {(isMoreHere || (next !== null && !isBusy && !error)) && (
        <Button onClick={showOlder}>Show older</Button>
      )}
    </section>
  );
}

function More({ all }: { all: readonly MoreIn[] }) {
  return all.map(({ space, title, href }) => (
    <Link key={space} href={href} className={styles.more}>
      More in {title}
    </Link>
  ));
}

/** A piece of a message with what was found in it marked. */
function MarkedText({ text, marks }: Hit['excerpt']) {
  return (
    <>
      {marks.map(([from, to], index) => (
        <Fragment key={from}>
          {text.slice(marks[index - 1]?.[1] ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  );
}
