import type { OwnSpace } from '@polylogue/contract';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Avatar, Button, PlusIcon } from '../../../ui/index.ts';
import { DrawerButton } from '../../shell/index.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import type { PanelLabel } from './panel.ts';
import { panels } from './panels.ts';
import { PeopleButton } from './people-button.tsx';
import styles from './room-header.module.css';
import { RoomMenu } from './room-menu.tsx';
import type { Panels } from './use-panels.ts';

interface RoomHeaderProps {
  room: OpenRoom;
  own: OwnSpace;
  me: string;
  shown: Panels;
  /** How this browser lends. */
  lending?: ReactNode;
  /** Whether this browser has a key that it can use. */
  hasOwnKey: boolean;
  /** Lets this browser answer what its person asks on other devices; missing: it cannot, or it does already. */
  onForSelf?: (() => void) | undefined;
}

/** A space's name, its members, and what can be done with it. */
export function RoomHeader({ room, own, me, shown, lending, hasOwnKey, onForSelf }: RoomHeaderProps) {
  const { space, can } = own;
  const { isOpen, docked, show, close, approaching, dock, load } = shown;
  // What stood beside the messages of the last room does so here; its press comes with the code.
  const comeBack = useEffectEvent(() => void (docked && load(docked).catch(() => close(docked))));
  useEffect(() => comeBack(), []);
  const mayInvite = can.invite || can.make_links;
  return (
    <div className={styles.header}>
      <DrawerButton className={styles.menu} />
      {space.picture_url && (
        <span className={styles.picture}>
          <Avatar id={space.space_id} name={space.name} picture={space.picture_url} size={28} />
        </span>
      )}
      <h1 className={styles.name} dir="auto">
        {space.name}
      </h1>
      {/* Comes last, and leaves: everything that one may be about to press stays where it is. */}
      {lending}
      <PeopleButton
        room={room}
        spaceId={space.space_id}
        count={own.people}
        me={me}
        {...approaching('Members')}
        aria-expanded={isOpen('Members')}
        onClick={() => (isOpen('Members') ? close('Members') : show('Members'))}
      />
      {mayInvite && (
        <Button
          small
          tone="accent"
          className={styles.invite}
          {...approaching('Invite people')}
          onClick={() => show('Invite people')}
        >
          <PlusIcon size={16} />
          Invite
        </Button>
      )}
      <RoomMenu
        room={room}
        own={own}
        mayInvite={mayInvite}
        canCatchUp={hasOwnKey && space.ai_mode !== 'off'}
        show={show}
        onForSelf={onForSelf}
      />
      {(Object.keys(panels) as PanelLabel[]).map((label) => {
        const Panel = panels[label].loaded();
        return (
          Panel && (
            <Panel
              key={label}
              room={room}
              own={own}
              me={me}
              open={isOpen(label)}
              dock={dock}
              onOpenChange={(isShown) => (isShown ? show(label) : close(label))}
              show={show}
            />
          )
        );
      })}
    </div>
  );
}
