import type { SafeStorage } from '../lib/state/storage.ts';

/** How many turns are remembered. */
const most = 100;

/** A turn as it was asked. Its id is unique in its space only. */
export interface AskedTurn {
  feed: string;
  turn_id: string;
  wants: { provider: string; model: string } | null;
}

/** Whether the model that is wanted was chosen here, or taken over from an earlier turn, as the server told it. */
export type Asked = 'chosen' | 'again';

/** The turns that were asked from this browser: only these are answered with the member's own key without limits. */
export interface AskedTurns {
  add(turn: AskedTurn, how?: Asked): void;
  /** How this was asked here, unless this epoch of it or a later one has begun; from now on, it has. */
  begin(turn: AskedTurn & { epoch: number }): Asked | null;
  /** Forgets the turns of a space that are over: a server that offers one again may not spend more. */
  end(feed: string, isOver: (turnId: string) => boolean): void;
}

/** One line, in which spaces separate the ids. */
const nameOf = ({ feed, turn_id, wants }: AskedTurn, how: Asked) =>
  `${feed} ${turn_id} ${how} ${JSON.stringify(wants && [wants.provider, wants.model])}`;

export function askedTurns(storage: SafeStorage, account: string): AskedTurns {
  // Tabs with an earlier version of the app keep `polylogue.asked_turns`, in another form.
  const entry = `polylogue.asked.${account}`;

  /** The highest epoch of each that has begun. */
  function read(): Map<string, number> {
    const lines = (storage.read(entry) ?? '').split('\n').filter(Boolean);
    return new Map(
      lines.map((line) => {
        const at = line.indexOf(' ');
        return [line.slice(at + 1), Number(line.slice(0, at))];
      }),
    );
  }

  function write(turns: ReadonlyMap<string, number>) {
    const lines = [...turns].slice(-most).map(([name, epoch]) => `${epoch} ${name}`);
    storage.write(entry, lines.join('\n'));
  }

  return {
    add: (turn, how = 'chosen') => write(read().set(nameOf(turn, how), 0)),
    begin(turn) {
      const turns = read();
      for (const how of ['chosen', 'again'] as const) {
        const name = nameOf(turn, how);
        // Nothing exceeds what is no number.
        if (!(turn.epoch > (turns.get(name) ?? Number.NaN))) continue;
        write(turns.set(name, turn.epoch));
        return how;
      }
      return null;
    },
    end(feed, isOver) {
      const turns = read();
      const left = [...turns].filter(([name]) => {
        const [space, turnId = ''] = name.split(' ', 2);
        return space !== feed || !isOver(turnId);
      });
      if (left.length < turns.size) write(new Map(left));
    },
  };
}
