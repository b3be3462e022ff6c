/** The number of each label, of labels a line each. The first note of a label is the one that is meant. */
export function numbersOf(labels: string): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  if (labels === '') return numbers;
  labels.split('\n').forEach((label, index) => {
    if (!numbers.has(label)) numbers.set(label, index + 1);
  });
  return numbers;
}
