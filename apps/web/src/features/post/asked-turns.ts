import type { ListableStorage } from '../../lib/state/storage.ts';

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

type TurnStorage = Pick<ListableStorage, 'names' | 'read' | 'write' | 'remove'>;

export function askedTurns(storage: TurnStorage, account: string): AskedTurns {
  const prefix = `polylogue.asked.${account}`;
  // One for each turn: of a list, a tab would write back what it knew before another one has added to it.
  const entryOf = ({ feed, turn_id }: Pick<AskedTurn, 'feed' | 'turn_id'>) => `${prefix}.${feed}.${turn_id}`;
  const entries = () => storage.names().filter((name) => name.startsWith(`${prefix}.`));
  /** When it was asked, in milliseconds since 1970, then a line for each model that it was asked for. */
  const linesIn = (entry: string) => (storage.read(entry) ?? '').split('\n');
  const sinceOf = (entry: string) => Number(linesIn(entry)[0]);

  function read(entry: string): Map<string, Begun> {
    return new Map(
      linesIn(entry).flatMap((line): [string, Begun][] => {
        const at = line.indexOf(' ');
        if (at < 0) return [];
        const [epoch = '', tries, ...left_out] = line.slice(0, at).split('/');
        return [[line.slice(at + 1), { epoch: Number(epoch), tries: Number(tries), left_out }]];
      }),
    );
  }

  function write(entry: string, asked: ReadonlyMap<string, Begun>, since = sinceOf(entry)) {
    const lines = [...asked].map(
      ([name, { epoch, tries, left_out }]) => `${[epoch, tries, ...left_out].join('/')} ${name}`,
    );
    storage.write(entry, [since, ...lines].join('\n'));
  }

  function forgetOldest() {
    const all = entries();
    if (all.length <= most) return;
    all.sort((a, b) => sinceOf(a) - sinceOf(b));
    for (const entry of all.slice(0, -most)) storage.remove(entry);
  }

  /** An earlier version of the app stored all turns in one entry. */
  function splitList() {
    const listed = read(prefix);
    for (const [name, begun] of listed) {
      const [feed = '', turn_id = ''] = name.split(' ', 2);
      const entry = entryOf({ feed, turn_id });
      write(entry, read(entry).set(name, begun), 0);
    }
    if (storage.read(prefix) !== null) storage.remove(prefix);
  }

  splitList();
  return {
    add({ left_out = [], ...turn }, how = 'chosen') {
      const entry = entryOf(turn);
      const asked = read(entry).set(nameOf(turn, how), { epoch: 0, tries: 0, left_out });
      write(entry, asked, performance.timeOrigin + performance.now());
      forgetOldest();
    },
    leftOutOf: (turn) => [...read(entryOf(turn)).values()].flatMap(({ left_out }) => left_out),
    has: (turn) => read(entryOf(turn)).size > 0,
    begin(turn) {
      const entry = entryOf(turn);
      const asked = read(entry);
      for (const how of ['chosen', 'again'] as const) {
        const name = nameOf(turn, how);
        const { epoch, tries, left_out } = asked.get(name) ?? never;
        if (!(turn.epoch > epoch && tries < mostTries)) continue;
        write(entry, asked.set(name, { epoch: turn.epoch, tries: tries + 1, left_out }));
        return how;
      }
      return null;
    },
    end(feed, isOver) {
      const start = entryOf({ feed, turn_id: '' });
      for (const entry of entries())
        if (entry.startsWith(start) && isOver(entry.slice(start.length))) storage.remove(entry);
    },
  };
}
