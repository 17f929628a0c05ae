/**
 * Does work for each item, one after the other; one that fails holds up none after it.
 * @throws AggregateError of all that failed, once the others are done, so that the job's failure is seen and it is tried again
 */
export async function eachAlone<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `${failures.length} of ${items.length} failed: ${String(failures[0])}`,
    );
}
