/** How to choose another model, from wherever it is offered. */
export interface Choosing {
  /** Opens what there is to choose among; false when nothing is on the page, or it has nothing else to offer. */
  open(): boolean;
  /** For the switch beside the text box: how it is opened. Returns what takes that back. */
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
