/** Opens the choice of another model, from wherever it is offered. */
export interface Choosing {
  /** Opens the switch; false when it is not on the page, or has nothing else to offer. */
  open(): boolean;
  /** Called by the switch beside the text box with how to open it. Returns a function that withdraws this. */
  offer(open: () => boolean): () => void;
}

export function openChoosing(): Choosing {
  let opener: (() => boolean) | null = null;
  return {
    open: () => opener?.() ?? false,
    offer(open) {
      opener = open;
      return () => {
        if (opener === open) opener = null;
      };
    },
  };
}
