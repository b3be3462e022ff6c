import type { SafeStorage } from '../../lib/state/storage.ts';

/** How many turns are remembered. */
const most = 100;

/** The turns that were asked from this browser: only these are answered with the member's own key without limits. */
export interface AskedTurns {
  add(turnId: string): void;
  /** Whether a turn was asked here, and neither this epoch of it nor a later one has begun; from now on, it has. */
  begin(turnId: string, epoch: number): boolean;
  /** It has been answered: a server that offers it again may not spend more. */
  end(turnId: string): void;
}

export function askedTurns(storage: SafeStorage, account: string): AskedTurns {
  const entry = `polylogue.asked_turns.${account}`;

  /** The highest epoch of each that has begun. */
  function read(): Map<string, number> {
    const words = (storage.read(entry) ?? '').split(' ').filter(Boolean);
    return new Map(
      words.map((word) => {
        const [id = '', epoch = 0] = word.split(':');
        return [id, Number(epoch)];
      }),
    );
  }

  function write(turns: ReadonlyMap<string, number>) {
    const words = [...turns].slice(-most).map(([id, epoch]) => (epoch === 0 ? id : `${id}:${epoch}`));
    storage.write(entry, words.join(' '));
  }

  return {
    add: (turnId) => write(read().set(turnId, 0)),
    begin(turnId, epoch) {
      const turns = read();
      const before = turns.get(turnId);
      // Nothing exceeds a word that is no number.
      if (before === undefined || !(epoch > before)) return false;
      write(turns.set(turnId, epoch));
      return true;
    },
    end(turnId) {
      const turns = read();
      if (turns.delete(turnId)) write(turns);
    },
  };
}
