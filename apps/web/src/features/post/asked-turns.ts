import type { SafeStorage } from '../../lib/state/storage.ts';

/** How many turns are remembered, and how often one is begun at most: as often as a server tries it. */
const most = 100;
const mostTries = 6;

/** A turn as it was asked. Its id is unique in its space only. */
export interface AskedTurn {
  feed: string;
  turn_id: string;
  wants: { provider: string; model: string } | null;
}

/** Whether the model that is wanted was chosen here, or taken over from an earlier turn, as the server told it. */
export type Asked = 'chosen' | 'again';

/** A turn, and the ids of the messages that its person left out. */
type AddedTurn = AskedTurn & { left_out?: readonly string[] | undefined };

/** The turns that were asked from this browser: only these are answered with the member's own key without limits. */
export interface AskedTurns {
  add(turn: AddedTurn, how?: Asked): void;
  /** Ids of the messages that were left out of it here: they are not sent, whatever a server says. */
  leftOutOf(turn: Pick<AskedTurn, 'feed' | 'turn_id'>): readonly string[];
  has(turn: Pick<AskedTurn, 'feed' | 'turn_id'>): boolean;
  /**
   * How this was asked here, unless this epoch of it or a later one has begun, or too many have; from now on, it has.
   */
  begin(turn: AskedTurn & { epoch: number }): Asked | null;
  /** Forgets the turns of a space that are over: a server that offers one again may not spend more. */
  end(feed: string, isOver: (turnId: string) => boolean): void;
}

/** One line, in which spaces separate the ids. */
const nameOf = ({ feed, turn_id, wants }: AskedTurn, how: Asked) =>
  `${feed} ${turn_id} ${how} ${JSON.stringify(wants && [wants.provider, wants.model])}`;

/** The highest epoch of a turn that has begun here, how many have, and what it is not sent with. */
interface Begun {
  epoch: number;
  tries: number;
  left_out: readonly string[];
}

/** Nothing exceeds what is no number. */
const never: Begun = { epoch: Number.NaN, tries: 0, left_out: [] };

export function askedTurns(storage: SafeStorage, account: string): AskedTurns {
  // Tabs with an earlier version of the app keep `polylogue.asked_turns`, in another form.
  const entry = `polylogue.asked.${account}`;

  function read(): Map<string, Begun> {
    const lines = (storage.read(entry) ?? '').split('\n').filter(Boolean);
    return new Map(
      lines.map((line) => {
        const at = line.indexOf(' ');
        // Earlier versions of the app counted no tries.
        const [epoch = '', tries, ...left_out] = line.slice(0, at).split('/');
        return [line.slice(at + 1), { epoch: Number(epoch), tries: Number(tries ?? epoch), left_out }];
      }),
    );
  }

  function write(turns: ReadonlyMap<string, Begun>) {
    const lines = [...turns]
      .slice(-most)
      .map(([name, { epoch, tries, left_out }]) => `${[epoch, tries, ...left_out].join('/')} ${name}`);
    storage.write(entry, lines.join('\n'));
  }

  const entriesOf = ({ feed, turn_id }: Pick<AskedTurn, 'feed' | 'turn_id'>) =>
    [...read()].filter(([name]) => name.startsWith(`${feed} ${turn_id} `));

  return {
    add: ({ left_out = [], ...turn }, how = 'chosen') =>
      write(read().set(nameOf(turn, how), { epoch: 0, tries: 0, left_out })),
    leftOutOf: (turn) => entriesOf(turn).flatMap(([, { left_out }]) => left_out),
    has: (turn) => entriesOf(turn).length > 0,
    begin(turn) {
      const turns = read();
      for (const how of ['chosen', 'again'] as const) {
        const name = nameOf(turn, how);
        const { epoch, tries, left_out } = turns.get(name) ?? never;
        if (!(turn.epoch > epoch && tries < mostTries)) continue;
        write(turns.set(name, { epoch: turn.epoch, tries: tries + 1, left_out }));
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
