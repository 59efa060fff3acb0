import { Button, Checkbox, NativeSelect, NumberInput, type NumberInputProps } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { api, dataOf } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { Failure } from '../../api/failure';
import { useShortcuts } from '../../keys/shortcuts';
import { DayField } from '../../parts/day-field';
import { FailureNote } from '../../parts/failure-note';
import { Panel } from '../../parts/page';
import { useWords } from '../../words/words';
import { useMarketGaps, useRangeCheck, useStartOf } from './range-check';
import { RangeNote } from './range-note';
import { MAX_CAP_YI, requestOf, type ScanDraft } from './scan-draft';
import { scanWords } from './scan-words';
import styles from './scans.module.css';

const PRIOR_WINDOW_DAYS = 360;
const MAX_CAP_TOLERANCE_PCT = 50;
const MAX_SKIP_CLOSED_DAYS = 3650;
const SHORT_RANGE = 20;

/** What to scan; the button works once the server has said that it would. */
export function ScanForm({ draft, onChange }: { draft: ScanDraft; onChange: (draft: ScanDraft) => void }): ReactNode {
  const say = useWords(scanWords);
  const { today, marketDataThrough, scanMaxTradingDays } = useConsoleState();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const endDate = draft.endDate ?? marketDataThrough ?? today;
  const suggested = useStartOf(endDate, draft.days, draft.startDate === null);
  const startDate = draft.startDate ?? suggested ?? '';
  const check = useRangeCheck(startDate, endDate);
  const gaps = useMarketGaps(endDate);
  const capsReversed = draft.minCap !== '' && draft.maxCap !== '' && draft.minCap > draft.maxCap;
  const start = useMutation({
    mutationFn: (body: ReturnType<typeof requestOf>) => dataOf(api.POST('/api/stock-cycle/scans', { body })),
    onSuccess: ({ scanId }) => {
      void queries.invalidateQueries({ queryKey: ['scans', 'list'] });
      navigate(`/scans/${scanId}`);
    },
  });
  const change = (changes: Partial<ScanDraft>): void => {
    start.reset();
    onChange({ ...draft, ...changes });
  };
  const ready = check.state === 'good' && !capsReversed && gaps.through !== null && !start.isPending;
  const submit = (changes: Partial<ScanDraft> = {}): void => {
    if (ready) start.mutate(requestOf({ ...draft, ...changes }, { startDate, endDate }));
  };
  useShortcuts(say.newScan, [{ keys: ['Mod+Enter'], does: say.scan, run: submit, inFields: true }]);
  return (
    <Panel>
      <form
        aria-label={say.newScan}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className={styles.fields}>
          <DayField
            label={say.startDay}
            value={startDate}
            max={endDate}
            openOnly
            onDay={(day) => change({ startDate: day })}
          />
          <DayField
            label={say.endDay}
            value={endDate}
            max={today}
            openOnly
            onDay={(day) => change({ startDate, endDate: day })}
          />
          <NumberField
            label={say.minCap}
            placeholder={say.unlimited}
            max={MAX_CAP_YI}
            value={draft.minCap}
            empty=""
            error={capsReversed}
            onValue={(minCap) => change({ minCap })}
          />
          <NumberField
            label={say.maxCap}
            placeholder={say.unlimited}
            max={MAX_CAP_YI}
            value={draft.maxCap}
            empty=""
            error={capsReversed}
            onValue={(maxCap) => change({ maxCap })}
          />
          <Button type="submit" disabled={!ready} loading={start.isPending}>
            {say.scanKeys}
          </Button>
          <span className={styles.presets}>
            {[SHORT_RANGE, scanMaxTradingDays].map((days) => (
              <Button
                key={days}
                variant="subtle"
                size="compact-xs"
                onClick={() => change({ startDate: null, endDate: null, days })}
              >
                {say.lastDays(days)}
              </Button>
            ))}
          </span>
        </div>
        <details className={styles.options}>
          <summary>{say.moreOptions}</summary>
          <div className={styles.fields}>
            <NativeSelect
              label={say.volumeBasis}
              value={draft.volumeBasis}
              data={[
                { value: 'raw', label: say.raw },
                { value: 'shares_adjusted', label: say.shares_adjusted },
              ]}
              onChange={({ currentTarget }) =>
                change({ volumeBasis: currentTarget.value === 'raw' ? 'raw' : 'shares_adjusted' })
              }
            />
            <NumberField
              label={say.minPriorBars}
              max={PRIOR_WINDOW_DAYS}
              allowDecimal={false}
              value={draft.minPriorBars}
              empty={0}
              onValue={(minPriorBars) => change({ minPriorBars })}
            />
            <NumberField
              label={say.capTolerance}
              max={MAX_CAP_TOLERANCE_PCT}
              value={draft.capTolerancePct}
              empty={0}
              onValue={(capTolerancePct) => change({ capTolerancePct })}
            />
            <NumberField
              label={say.skipClosed}
              max={MAX_SKIP_CLOSED_DAYS}
              allowDecimal={false}
              value={draft.skipClosedDays}
              empty={0}
              onValue={(skipClosedDays) => change({ skipClosedDays })}
            />
            <Checkbox
              label={say.excludeLocked}
              checked={draft.excludeLocked}
              onChange={({ currentTarget }) => change({ excludeLocked: currentTarget.checked })}
            />
            <Checkbox
              label={say.excludeSt}
              checked={draft.excludeSt}
              onChange={({ currentTarget }) => change({ excludeSt: currentTarget.checked })}
            />
            <Checkbox
              label={say.allowIncomplete}
              checked={draft.allowIncomplete}
              onChange={({ currentTarget }) => change({ allowIncomplete: currentTarget.checked })}
            />
          </div>
        </details>
      </form>
      <RangeNote check={check} startDate={startDate} endDate={endDate} gaps={gaps} capsReversed={capsReversed} />
      {start.error !== null && (
        <div className={styles.refused}>
          <FailureNote error={start.error} />
          {start.error instanceof Failure && start.error.code === 'market_incomplete' && (
            <span className={styles.actions}>
              <Button
                variant="default"
                onClick={() => {
                  change({ allowIncomplete: true });
                  submit({ allowIncomplete: true });
                }}
              >
                {say.scanAnyway}
              </Button>
              <Link href="/market">{say.toMarket}</Link>
            </span>
          )}
        </div>
      )}
    </Panel>
  );
}

/** A number from 0 to `max`, within which typing stays. */
function NumberField<Empty extends number | ''>({
  empty,
  onValue,
  ...field
}: Pick<NumberInputProps, 'label' | 'placeholder' | 'max' | 'value' | 'error' | 'allowDecimal'> & {
  /** What an empty field says. */
  empty: Empty;
  onValue: (value: number | Empty) => void;
}): ReactNode {
  return (
    <NumberInput
      {...field}
      min={0}
      clampBehavior="strict"
      hideControls
      onChange={(value) => onValue(typeof value === 'number' ? value : empty)}
    />
  );
}
