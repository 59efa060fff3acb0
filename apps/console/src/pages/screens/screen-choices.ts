import { usePreferences } from '../../preferences/preferences';
import { groupBySource, nameOf, type Screen } from './screen-list';
import { useScreens } from './screen-queries';
import { sourceName } from './screen-words';

/** A choice of a screen, in a group for each source. */
export interface ScreenChoices {
  readonly group: string;
  readonly items: readonly { readonly value: string; readonly label: string; readonly disabled: boolean }[];
}

/** The screens as the choices of a field, in the chosen language; those that cannot be run are not to be chosen. */
export function useScreenChoices(accepts: (screen: Screen) => boolean = () => true): readonly ScreenChoices[] {
  const { language } = usePreferences();
  const accepted = (useScreens().data ?? []).filter(accepts);
  return groupBySource(accepted)
    .filter(({ screens }) => screens.length > 0)
    .map(({ source, screens }) => ({
      group: sourceName(source, language),
      items: screens.map((screen) => ({
        value: screen.id,
        label: nameOf(screen, language),
        disabled: !screen.available,
      })),
    }));
}

/** The name of a screen in the chosen language; its id while it is not known. */
export function useScreenName(id: string): string {
  const { language } = usePreferences();
  const screen = useScreens().data?.find((one) => one.id === id);
  return screen === undefined ? id : nameOf(screen, language);
}

/** Choices as a select takes them, with one more for an id that is not among them. */
export function selectData(choices: readonly ScreenChoices[], none: string, chosen: string) {
  const known = chosen === '' || choices.some(({ items }) => items.some(({ value }) => value === chosen));
  return [
    { value: '', label: none },
    ...(known ? [] : [{ value: chosen, label: chosen }]),
    ...choices.map(({ group, items }) => ({ group, items: [...items] })),
  ];
}
