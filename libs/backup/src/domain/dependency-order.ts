/** One table's rows name rows of another. */
export interface Reference {
  readonly from: string;
  readonly to: string;
}

/**
 * Tables so that each stands behind those that its rows name; else by name.
 * @throws Error if tables name each other in a circle: there is no order then.
 */
export function sortByDependency(tables: readonly string[], references: readonly Reference[]): string[] {
  const left = new Set([...tables].sort());
  const ordered: string[] = [];
  while (left.size > 0) {
    const free = [...left].filter((table) =>
      references.every(({ from, to }) => from !== table || to === table || !left.has(to)),
    );
    if (free.length === 0) throw new Error(`these tables name each other in a circle: ${[...left].join(', ')}`);
    for (const table of free) {
      ordered.push(table);
      left.delete(table);
    }
  }
  return ordered;
}
