import { isRecord } from './parameter-fields';
import { readChanges, type ScreenChanges } from './screen-draft';

/** What a user ran each screen with last, the latest first. */
export type LastChanges = readonly (readonly [screenId: string, changes: ScreenChanges])[];

/** The server keeps 8,192 bytes of a setting. */
const MOST_CHARACTERS = 7500;

export function readLastChanges(stored: unknown): LastChanges {
  if (!isRecord(stored) || !Array.isArray(stored.last)) return [];
  return (stored.last as unknown[]).flatMap((entry) => {
    if (!Array.isArray(entry)) return [];
    const [id, kept] = entry as unknown[];
    const changes = readChanges(kept);
    return typeof id === 'string' && changes !== undefined ? [[id, changes] as const] : [];
  });
}

/** With those of another run; the oldest go where there is no room for them. */
export function keepChanges(known: LastChanges, screenId: string, changes: ScreenChanges): LastChanges {
  const others = known.filter(([id]) => id !== screenId);
  const isUsual = Object.keys(changes.params).length + Object.keys(changes.filters).length === 0;
  const all = isUsual ? others : [[screenId, changes] as const, ...others];
  let room = MOST_CHARACTERS;
  return all.filter((entry) => {
    room -= JSON.stringify(entry).length + 1;
    return room >= 0;
  });
}
