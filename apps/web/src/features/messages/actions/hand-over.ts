// What was pressed may leave with its row: what stands there afterwards takes the focus over.
let pressedIn: string | null = null;

/** The row of this message is about to change under the hand that pressed. */
export function handOver(id: string): void {
  pressedIn = id;
}

/** Whether the focus is to go to this row; answered once. */
export function takesOver(id: string): boolean {
  const isHere = pressedIn === id;
  if (isHere) pressedIn = null;
  return isHere;
}
