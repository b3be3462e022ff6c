/** A text that was typed and not sent, as one tab has it. */
export interface DraftState<Options> {
  text: string;
  /** How it is to be sent. */
  options: Options;
  /** Where the browser's storage had it when this tab last looked, and what that was; null: nowhere. */
  source: Source | null;
  /** Whether it is this tab's; if not, it is only shown. */
  isOwn: boolean;
  /** What became of it when it was last stored. */
  storing: Storing;
}

export interface Source {
  entry: string;
  text: string;
}

/** `held-back`: it holds a key or is temporary, so that no storage has it; `erased`: its account has signed out. */
export type Storing = 'stored' | 'refused' | 'held-back' | 'erased';

export type FoundDraft<Options> = Omit<DraftState<Options>, 'storing'>;

export type DraftEvent<Options> =
  | { type: 'found'; draft: FoundDraft<Options> }
  | { type: 'changed'; text: string; options: Options }
  | { type: 'stored'; storing: Storing; source: Source | null }
  /** The tab that it is from has sent or cleared it. */
  | { type: 'taken' };

/** Null: not looked for yet. */
export function advanceDraft<Options>(
  state: DraftState<Options> | null,
  event: DraftEvent<Options>,
): DraftState<Options> | null {
  switch (event.type) {
    case 'found':
      return { ...event.draft, storing: 'stored' };
    case 'changed': {
      const { text, options } = event;
      return { source: null, storing: 'stored', ...state, text, options, isOwn: true };
    }
    case 'stored': {
      const { storing, source } = event;
      return state && { ...state, storing, source, isOwn: true };
    }
    case 'taken':
      return state && !state.isOwn ? { ...state, text: '', source: null } : state;
  }
}
