import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { usePreferences } from '../../preferences/preferences';
import { type ParameterValue, readFields } from '../screens/parameter-fields';
import { findChanges, NO_CHANGES, readChanges, type ScreenChanges, toAddress, toDraft } from '../screens/screen-draft';
import type { Screen } from '../screens/screen-list';
import { useScreens } from '../screens/screen-queries';
import { wordOf } from '../screens/screen-words';
import { screensMessages } from '../screens/screens-messages';
import type { Study } from './study-figures';
import { studiesMessages } from './studies-messages';

/** What the study ran its screen with otherwise than by default; leads to the same run on the newest day. */
export function StudyConditions({ study }: { study: Study }): ReactNode {
  const t = useMessages(studiesMessages);
  const { data } = useScreens();
  const describe = useDescription();
  const screen = data?.find(({ id }) => id === study.screen.id);
  const version = t.version(study.screen.version);
  if (screen === undefined) return version;
  const draft = toDraft(screen, readChanges(study) ?? NO_CHANGES);
  return (
    <Link href={`/screens/${screen.id}?${toAddress(screen, draft).toString()}`}>
      {[version, ...describe(screen, findChanges(screen, draft))].join(' · ')}
    </Link>
  );
}

const TEN_THOUSAND = 1e4;

/** Changes of a screen in words; one word where there are none. */
function useDescription(): (screen: Screen, changes: ScreenChanges) => string[] {
  const t = useMessages(screensMessages);
  const formats = useFormats();
  const { language } = usePreferences();
  const show = (value: ParameterValue | null): string => {
    if (value === null) return t.unlimited;
    if (typeof value === 'boolean') return value ? t.yes : t.no;
    if (typeof value === 'number') return formats.decimal(value, Number.isInteger(value) ? 0 : 2);
    return wordOf(value, language);
  };
  return (screen, { params, filters: { boards, min_amount20: amount, ...filters } }) => {
    const changed = [
      ...readFields(screen.params).flatMap((field) => {
        const value = params[field.name];
        return value === undefined ? [] : [`${field[language]} ${show(value)}`];
      }),
      ...(boards === undefined ? [] : [boards.map((board) => t[board]).join(' ')]),
      ...(amount === undefined ? [] : [`${t.min_amount20} ${show(amount / TEN_THOUSAND)}`]),
      ...(['exclude_st', 'exclude_locked', 'min_list_days', 'circ_mkt_min_yi', 'circ_mkt_max_yi'] as const).flatMap(
        (name) => {
          const value = filters[name];
          return value === undefined ? [] : [`${t[name]} ${show(value)}`];
        },
      ),
    ];
    return changed.length === 0 ? [t.unchanged] : changed;
  };
}
