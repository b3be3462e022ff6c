import type { Connections } from './connections.ts';
import type { newsRounds } from './news.ts';
import type { BusEntry } from './node-bus.ts';
import type { presence } from './presence.ts';
import type { startRounds } from './rounds.ts';
import type { transientFrames } from './transient.ts';
import type { TurnListener } from './turn-frames.ts';
import type { watchedFeeds } from './watched-feeds.ts';

interface EntryDeps {
  connected: Pick<Connections, 'of' | 'isEmpty' | 'sendOwn'>;
  feeds: Pick<ReturnType<typeof watchedFeeds>, 'changed'>;
  here: Pick<ReturnType<typeof presence>, 'setRemote'>;
  shown: ReturnType<typeof transientFrames>;
  news: ReturnType<typeof newsRounds>;
  rounds: Pick<ReturnType<typeof startRounds>, 'check'>;
  turns(): TurnListener | undefined;
}

/** Handles what has happened on some node. */
export function entryReceiver({ connected, feeds, here, shown, news, rounds, turns }: EntryDeps) {
  function personChanged(userId: string) {
    const own = connected.of(userId);
    for (const connection of own) connection.changes += 1;
    rounds.check(own);
  }

  return (entry: BusEntry) => {
    switch (entry.type) {
      case 'feed':
        feeds.changed(entry.kind, entry.id, entry.seq);
        // With no one here, there is no one to look for.
        if (entry.kind === 'space' && !connected.isEmpty()) news.spaceChanged(entry.id);
        return;
      case 'person':
        return personChanged(entry.user_id);
      case 'presence':
        return here.setRemote(entry);
      case 'typing':
        return shown.typing(entry.key, entry.user_id);
      case 'turn':
        return turns()?.changedElsewhere(entry.space_id, entry.turn_id);
      case 'delta':
        return shown.delta(entry.delta, entry.asked_by);
      case 'read':
        if (entry.own) connected.sendOwn(entry.user_id, entry.space_id, entry.own);
        return news.hasRead(entry.user_id, entry.space_id);
      case 'requests':
        return news.requestsChanged(entry.user_id);
    }
  };
}
