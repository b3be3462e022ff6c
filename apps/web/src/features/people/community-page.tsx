import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { friends, incomingRequests } from '../person/index.ts';
import { ListPage } from '../shell/index.ts';
import styles from './community-page.module.css';
import { FindPeople } from './find-people.tsx';
import { Friends } from './friends.tsx';
import { Requests } from './requests.tsx';

const views = { friends: Friends, requests: Requests, find: FindPeople };

type View = keyof typeof views;

/** The people somebody knows here, and those they may come to know; `view` in the address says which. */
export function CommunityPage() {
  const [parameters] = useSearchParams();
  const asked = parameters.get('view') ?? '';
  const view: View = Object.hasOwn(views, asked) ? (asked as View) : 'friends';
  const Shown = views[view];
  return (
    <ListPage title="Community" intro="The people you know here.">
      <Views view={view} />
      <Shown />
    </ListPage>
  );
}

function Views({ view }: { view: View }) {
  const counts = {
    friends: useQuery(friends).data?.length,
    requests: useQuery(incomingRequests).data?.length,
    find: undefined,
  };
  const names = { friends: 'Friends', requests: 'Requests', find: 'Find people' };
  return (
    <nav aria-label="Community" className={styles.views}>
      {(Object.keys(views) as View[]).map((one) => (
        <Link
          key={one}
          href={one === 'friends' ? '/community' : `/community?view=${one}`}
          className={styles.view}
          aria-current={one === view ? 'page' : undefined}
        >
          {names[one]}
          {counts[one] ? <span className={styles.count}>{counts[one]}</span> : null}
        </Link>
      ))}
    </nav>
  );
}
