import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { friends, incomingRequests } from '../person/index.ts';
import { ListPage, ViewLinks } from '../shell/index.ts';
import { FindPeople } from './find-people.tsx';
import { Friends } from './friends.tsx';
import { Requests } from './requests.tsx';

const views = { friends: Friends, requests: Requests, find: FindPeople };

type View = keyof typeof views;

/** Friends, and people the reader may get to know; `view` in the address selects the list. */
export function CommunityPage() {
  const [parameters] = useSearchParams();
  const requested = parameters.get('view') ?? '';
  const view: View = Object.hasOwn(views, requested) ? (requested as View) : 'friends';
  const Shown = views[view];
  return (
    <ListPage title="Community" intro="The people you know here.">
      <ViewLinks
        label="Community"
        path="/community"
        views={[
          { view: 'friends', name: 'Friends', count: useQuery(friends).data?.length },
          { view: 'requests', name: 'Requests', count: useQuery(incomingRequests).data?.length },
          { view: 'find', name: 'Find people' },
        ]}
        current={view}
      />
      <Shown />
    </ListPage>
  );
}
