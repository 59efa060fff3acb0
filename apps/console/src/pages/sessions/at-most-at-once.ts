/** What became of each item, in their order. */
export type Outcome<Item, Result> =
  | { readonly item: Item; readonly result: Result; readonly error?: undefined }
  | { readonly item: Item; readonly result?: undefined; readonly error: unknown };

/** Works through all items, some at once; one that fails stops none of the others. */
export async function atMostAtOnce<Item, Result>(
  limit: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  onProgress: (done: number) => void = () => undefined,
): Promise<Outcome<Item, Result>[]> {
  const outcomes: Outcome<Item, Result>[] = [];
  let next = 0;
  let done = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at] as Item;
      try {
        outcomes[at] = { item, result: await work(item) };
      } catch (error) {
        outcomes[at] = { item, error };
      }
      onProgress(++done);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  return outcomes;
}
