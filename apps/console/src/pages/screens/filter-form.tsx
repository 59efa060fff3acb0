import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { FormField } from './form-field';
import { NumberField } from './number-field';
import { areCapsReversed, BOARDS, changedFilters, type ScreenFilters } from './screen-filters';
import { screensMessages } from './screens-messages';
import styles from './screens.module.css';

const TEN_THOUSAND = 1e4;
const MOST_LIST_DAYS = 10_000;

/** Which stocks a screen looks at; folded away, with a word on how many of the filters were changed. */
export function FilterForm({
  filters,
  usual,
  onChange,
}: {
  filters: ScreenFilters;
  /** Those that the screen has by itself. */
  usual: ScreenFilters;
  onChange: (filters: ScreenFilters) => void;
}): ReactNode {
  const t = useMessages(screensMessages);
  const formats = useFormats();
  const changed = changedFilters(filters, usual);
  const count = Object.keys(changed).length;
  const change = (part: Partial<ScreenFilters>): void => onChange({ ...filters, ...part });
  return (
    <details className={styles.filters} open={count > 0 ? true : undefined}>
      <summary>
        {t.filters} <span className={styles.quiet}>{count === 0 ? t.unchanged : t.changedCount(count)}</span>
      </summary>
      <div className={styles.fields}>
        {(['exclude_st', 'exclude_locked'] as const).map((name) => (
          <FormField key={name} changed={name in changed} usual={usual[name] ? t.yes : t.no}>
            <Checkbox
              label={t[name]}
              checked={filters[name]}
              onChange={({ currentTarget }) => change({ [name]: currentTarget.checked })}
            />
          </FormField>
        ))}
        <FormField changed={'min_list_days' in changed} usual={formats.count(usual.min_list_days)}>
          <NumberField
            label={t.min_list_days}
            min={0}
            max={MOST_LIST_DAYS}
            allowDecimal={false}
            value={filters.min_list_days}
            onValue={(days) => change({ min_list_days: days })}
          />
        </FormField>
        <FormField changed={'min_amount20' in changed} usual={formats.count(usual.min_amount20 / TEN_THOUSAND)}>
          <NumberField
            label={t.min_amount20}
            min={0}
            value={filters.min_amount20 / TEN_THOUSAND}
            onValue={(amount) => change({ min_amount20: Math.round(amount * TEN_THOUSAND) })}
          />
        </FormField>
        {(['circ_mkt_min_yi', 'circ_mkt_max_yi'] as const).map((name) => (
          <FormField key={name} changed={name in changed} usual={boundText(usual[name], t.unlimited, formats.count)}>
            <NumberField
              label={t[name]}
              min={0}
              placeholder={t.unlimited}
              error={areCapsReversed(filters)}
              value={filters[name]}
              onValue={(bound) => change({ [name]: bound })}
              onEmpty={() => change({ [name]: null })}
            />
          </FormField>
        ))}
        <FormField changed={'boards' in changed} usual={usual.boards.map((board) => t[board]).join(' ')}>
          <Boards filters={filters} onChange={change} />
        </FormField>
      </div>
    </details>
  );
}

function Boards({
  filters: { boards },
  onChange,
}: {
  filters: ScreenFilters;
  onChange: (part: Partial<ScreenFilters>) => void;
}): ReactNode {
  const t = useMessages(screensMessages);
  return (
    <div role="group" aria-label={t.boards}>
      <span className={styles.label}>{t.boards}</span>
      <div className={styles.boards}>
        {BOARDS.map((board) => (
          <Checkbox
            key={board}
            label={t[board]}
            checked={boards.includes(board)}
            onChange={({ currentTarget: { checked } }) =>
              onChange({ boards: BOARDS.filter((one) => (one === board ? checked : boards.includes(one))) })
            }
          />
        ))}
      </div>
    </div>
  );
}

function boundText(bound: number | null, unlimited: string, count: (value: number) => string): string {
  return bound === null ? unlimited : count(bound);
}
