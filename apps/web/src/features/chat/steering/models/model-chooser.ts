/** Lets any part of the page open the model picker. */
export interface ModelChooser {
  /** Opens the picker; false when it is not on the page, or has no other model to offer. */
  open(): boolean;
  /** Registers the function that opens the picker. Returns a function that unregisters it. */
  register(open: () => boolean): () => void;
}

export function openModelChooser(): ModelChooser {
  let opener: (() => boolean) | null = null;
  return {
    open: () => opener?.() ?? false,
    register(open) {
      opener = open;
      return () => {
        if (opener === open) opener = null;
      };
    },
  };
}
