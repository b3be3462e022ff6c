import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useDebounced } from '../../../lib/schedule/use-debounced.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { Drawer, DrawerContent } from '../../../ui/drawer/index.ts';
import { Button, TextField } from '../../../ui/index.ts';
import { nameOf, QueryResult } from '../../person/index.ts';
import { namesIn } from '../engine/names.ts';
import { Banned } from './banned.tsx';
import { ListedMember, type ToConfirm } from './listed-member.tsx';
import { MemberDialog } from './member-dialog.tsx';
import styles from './panel.module.css';
import type { PanelProps } from './panel.ts';
import { spaceMembers } from './queries.ts';

/** From this many on, members are worth searching. */
const many = 9;
/** How long to wait after the last key press before asking the server, in ms. */
const pause = 250;

/** Who is in the space, with the actions for each. */
export function MembersPanel({ room, own, me, open, dock, onOpenChange }: PanelProps) {
  // The feed has a notice when someone joins or leaves.
  const notice = useLive(room, ({ rows }) => rows.findLast(({ kind }) => kind === 'notice')?.number);
  const presence = useLive(room.presence, (now) => now);
  const known = useLive(room, ({ people }) => people);
  const [text, setText] = useState('');
  const sought = useDebounced(text, pause).trim();
  const query = useInfiniteQuery({
    ...spaceMembers(own.space.space_id, sought),
    enabled: open,
    placeholderData: (before) => before,
  });
  const { refetch } = query;
  useEffect(() => {
    if (open && notice) void refetch();
  }, [open, notice, refetch]);
  const [confirmed, setConfirmed] = useState<ToConfirm | null>(null);
  return (
    <>
      <Drawer side="end" dock={dock} open={open} onOpenChange={onOpenChange} title="Members">
        <DrawerContent>
          {own.space.about && (
            <p className={styles.about} dir="auto">
              {own.space.about}
            </p>
          )}
          {(own.people >= many || text !== '') && (
            <TextField
              type="search"
              label="Username or first name"
              value={text}
              maxLength={40}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          <QueryResult query={query} waiting="Loading the members">
            {({ pages }) => {
              const people = new Map(pages.flatMap((page) => page.people).map((one) => [one.user_id, one]));
              const names = namesIn({ ...known, ...Object.fromEntries(people) }, me, nameOf);
              const rows = pages
                .flatMap(({ members }) => members)
                .flatMap((member) => {
                  const person = people.get(member.user_id);
                  if (member.left_at !== null || !person) return [];
                  const row = { own, me, member, person, name: names.of(person), presence };
                  return <ListedMember key={member.user_id} {...row} onConfirm={setConfirmed} />;
                });
              if (rows.length === 0) {
                return <p role="status">No member’s name begins with “{sought}”.</p>;
              }
              return (
                <ul className={styles.list} aria-label="Members">
                  {rows}
                </ul>
              );
            }}
          </QueryResult>
          {query.hasNextPage && (
            <Button small busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Show more
            </Button>
          )}
          {own.can.remove && text === '' && <Banned space_id={own.space.space_id} people={known} />}
        </DrawerContent>
      </Drawer>
      {confirmed && (
        <MemberDialog
          space_id={own.space.space_id}
          confirmed={confirmed}
          onClose={() => setConfirmed(null)}
          onHandedOver={room.refresh}
        />
      )}
    </>
  );
}
