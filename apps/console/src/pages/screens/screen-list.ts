import type { Schemas } from '../../api/client';
import type { Language } from '../../preferences/preferences';

export type Screen = Schemas['ScreenResponse'];

/** The source of the screens that users write. */
export const OWN_SOURCE = '自编公式';

export interface ScreenGroup {
  readonly source: string;
  readonly screens: readonly Screen[];
}

/** The screens by their source, in the order of the server; the users' own have a group even if there are none. */
export function groupBySource(screens: readonly Screen[]): ScreenGroup[] {
  const groups = new Map<string, Screen[]>();
  for (const screen of screens) {
    const group = groups.get(screen.source);
    if (group === undefined) groups.set(screen.source, [screen]);
    else group.push(screen);
  }
  const own = groups.get(OWN_SOURCE) ?? [];
  groups.delete(OWN_SOURCE);
  return [...groups, [OWN_SOURCE, own] as const].map(([source, members]) => ({ source, screens: members }));
}

/** Those whose id, name or description in either language has the text. */
export function findScreens(screens: readonly Screen[], text: string): readonly Screen[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return screens;
  return screens.filter(({ id, name, nameEn, description, descriptionEn, source }) =>
    [id, name, nameEn, description, descriptionEn, source].some((part) => part?.toLowerCase().includes(wanted)),
  );
}

export function nameOf({ name, nameEn }: Screen, language: Language): string {
  return language === 'zh' ? name : nameEn;
}

export function descriptionOf({ description, descriptionEn }: Screen, language: Language): string | null {
  return language === 'zh' ? description : descriptionEn;
}
