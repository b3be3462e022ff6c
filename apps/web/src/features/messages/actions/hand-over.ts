// A pressed button may disappear with its row: what replaces the row takes over the focus.
let pressedIn: string | null = null;

/** The row of this message is about to be replaced by a press in it. */
export function handOver(id: string): void {
  pressedIn = id;
}

/** Whether this row should take the focus; true only once. */
export function takesOver(id: string): boolean {
  const isHere = pressedIn === id;
  if (isHere) pressedIn = null;
  return isHere;
}
