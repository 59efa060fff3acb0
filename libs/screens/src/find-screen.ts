import type { Screen } from './domain/screen';
import { SCREENS } from './screens';

const BY_ID: ReadonlyMap<string, Screen> = new Map(SCREENS.map((screen) => [screen.id, screen]));

/** A built-in screen. */
export function findScreen(id: string): Screen | undefined {
  return BY_ID.get(id);
}
