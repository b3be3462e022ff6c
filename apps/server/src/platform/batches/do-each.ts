/** Does this for each, one after the other. A failure stops none of the others; the first one is thrown at the end. */
export async function doEach<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown> | unknown,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
