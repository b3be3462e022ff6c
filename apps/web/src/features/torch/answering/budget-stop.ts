interface BudgetStopNeeds {
  isUsedUp(): boolean;
  /** Calls back when that may have changed; returns a function that ends it. */
  listen(work: () => void): () => void;
  /** Adds up anew what is spent, from now on. */
  addUp(): unknown;
  /** It no longer stops. */
  onLifted(): void;
  onChanged(): void;
}

/** Watches one's own budget where it stops what one's keys answer: it may be raised on another device, or its month end. */
export function watchBudgetStop({ isUsedUp, listen, addUp, onLifted, onChanged }: BudgetStopNeeds) {
  let isStopped = false;
  function look() {
    const before = isStopped;
    isStopped = isUsedUp();
    if (isStopped && !before) addUp();
    if (before && !isStopped) onLifted();
  }
  look();
  return listen(() => {
    look();
    onChanged();
  });
}
