/** What a visitor pressed *Join* with, before they had an account. */
export interface AskedToJoin {
  code: string;
  name: string;
  picture: File | null;
}

let asked: AskedToJoin | null = null;

/** In the memory of this tab alone: no address that somebody else can send makes anyone join. */
export const askedToJoin = {
  keep(what: AskedToJoin): void {
    asked = what;
  },
  /** Once, and only for the same link. */
  take(code: string): AskedToJoin | null {
    const taken = asked?.code === code ? asked : null;
    asked = null;
    return taken;
  },
};
