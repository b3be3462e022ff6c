// A pressed button may disappear with its row: the row that replaces it takes over the focus.
let pressedIn: string | null = null;

/** The row of this message is about to be replaced by a press in it. */
export function handOverFocus(id: string): void {
  pressedIn = id;
}

/** Whether this row should take the focus; true only once. */
export function takesOverFocus(id: string): boolean {
  const isHere = pressedIn === id;
  if (isHere) pressedIn = null;
  return isHere;
}
