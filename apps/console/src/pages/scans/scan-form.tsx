import { Button, Checkbox, NativeSelect, NumberInput, type NumberInputProps } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { api, readData } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { Failure } from '../../api/failure';
import { useShortcuts } from '../../keys/shortcuts';
import { DayField } from '../../parts/day-field';
import { FailureNote } from '../../parts/failure-note';
import { Panel } from '../../parts/page';
import { useMessages } from '../../i18n/messages';
import { useMarketGaps, useRangeCheck, useRangeStart } from './range-check';
import { RangeNote } from './range-note';
import { MAX_CAP_YI, toRequest, type ScanDraft } from './scan-draft';
import { scanMessages } from './scan-messages';
import styles from './scans.module.css';

const PRIOR_WINDOW_DAYS = 360;
const MAX_CAP_TOLERANCE_PCT = 50;
const MAX_SKIP_CLOSED_DAYS = 3650;
const SHORT_RANGE = 20;

/** What to scan; the button works once the server has said that it would. */
export function ScanForm({ draft, onChange }: { draft: ScanDraft; onChange: (draft: ScanDraft) => void }): ReactNode {
  const t = useMessages(scanMessages);
  const { today, marketDataThrough, scanMaxTradingDays } = useConsoleState();
  const start = useStartScan();
  const endDate = draft.endDate ?? marketDataThrough ?? today;
  const suggested = useRangeStart(endDate, draft.days, draft.startDate === null);
  const startDate = draft.startDate ?? suggested ?? '';
  const check = useRangeCheck(startDate, endDate);
  const gaps = useMarketGaps(endDate);
  const capsReversed = draft.minCap !== '' && draft.maxCap !== '' && draft.minCap > draft.maxCap;
  const change = (changes: Partial<ScanDraft>): void => {
    start.reset();
    onChange({ ...draft, ...changes });
  };
  const ready = check.state === 'good' && !capsReversed && gaps.through !== null && !start.isPending;
  const submit = (changes: Partial<ScanDraft> = {}): void => {
    if (ready) start.mutate(toRequest({ ...draft, ...changes }, { startDate, endDate }));
  };
  useShortcuts(t.newScan, [{ keys: ['Mod+Enter'], does: t.scan, run: () => submit(), inFields: true }]);
  return (
    <Panel>
      <form
        aria-label={t.newScan}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className={styles.fields}>
          <DayField
            label={t.startDay}
            value={startDate}
            max={endDate}
            openOnly
            onDay={(day) => change({ startDate: day })}
          />
          <DayField
            label={t.endDay}
            value={endDate}
            max={today}
            openOnly
            onDay={(day) => change({ startDate, endDate: day })}
          />
          <CapFields draft={draft} reversed={capsReversed} onChange={change} />
          <Button type="submit" disabled={!ready} loading={start.isPending}>
            {t.scanKeys}
          </Button>
          <span className={styles.presets}>
            {[SHORT_RANGE, scanMaxTradingDays].map((days) => (
              <Button
                key={days}
                variant="subtle"
                size="compact-xs"
                onClick={() => change({ startDate: null, endDate: null, days })}
              >
                {t.lastDays(days)}
              </Button>
            ))}
          </span>
        </div>
        <MoreOptions draft={draft} onChange={change} />
      </form>
      <RangeNote check={check} startDate={startDate} endDate={endDate} gaps={gaps} capsReversed={capsReversed} />
      {start.error !== null && (
        <StartFailure
          error={start.error}
          onScanAnyway={() => {
            change({ allowIncomplete: true });
            submit({ allowIncomplete: true });
          }}
        />
      )}
    </Panel>
  );
}

function useStartScan() {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: (body: ReturnType<typeof toRequest>) => readData(api.POST('/api/stock-cycle/scans', { body })),
    onSuccess: ({ scanId }) => {
      void queries.invalidateQueries({ queryKey: ['scans', 'list'] });
      navigate(`/scans/${scanId}`);
    },
  });
}

interface FieldsProps {
  readonly draft: ScanDraft;
  readonly onChange: (changes: Partial<ScanDraft>) => void;
}

/** The bounds of the market value. */
function CapFields({ draft, reversed, onChange }: FieldsProps & { reversed: boolean }): ReactNode {
  const t = useMessages(scanMessages);
  return (
    <>
      <NumberField
        label={t.minCap}
        placeholder={t.unlimited}
        max={MAX_CAP_YI}
        value={draft.minCap}
        empty=""
        error={reversed}
        onValue={(minCap) => onChange({ minCap })}
      />
      <NumberField
        label={t.maxCap}
        placeholder={t.unlimited}
        max={MAX_CAP_YI}
        value={draft.maxCap}
        empty=""
        error={reversed}
        onValue={(maxCap) => onChange({ maxCap })}
      />
    </>
  );
}

/** The options that are rarely changed. */
function MoreOptions({ draft, onChange }: FieldsProps): ReactNode {
  const t = useMessages(scanMessages);
  return (
    <details className={styles.options}>
      <summary>{t.moreOptions}</summary>
      <div className={styles.fields}>
        <NativeSelect
          label={t.volumeBasis}
          value={draft.volumeBasis}
          data={[
            { value: 'raw', label: t.raw },
            { value: 'shares_adjusted', label: t.shares_adjusted },
          ]}
          onChange={({ currentTarget }) =>
            onChange({ volumeBasis: currentTarget.value === 'raw' ? 'raw' : 'shares_adjusted' })
          }
        />
        <NumberField
          label={t.minPriorBars}
          max={PRIOR_WINDOW_DAYS}
          allowDecimal={false}
          value={draft.minPriorBars}
          empty={0}
          onValue={(minPriorBars) => onChange({ minPriorBars })}
        />
        <NumberField
          label={t.capTolerance}
          max={MAX_CAP_TOLERANCE_PCT}
          value={draft.capTolerancePct}
          empty={0}
          onValue={(capTolerancePct) => onChange({ capTolerancePct })}
        />
        <NumberField
          label={t.skipClosed}
          max={MAX_SKIP_CLOSED_DAYS}
          allowDecimal={false}
          value={draft.skipClosedDays}
          empty={0}
          onValue={(skipClosedDays) => onChange({ skipClosedDays })}
        />
        <Checkbox
          label={t.excludeLocked}
          checked={draft.excludeLocked}
          onChange={({ currentTarget }) => onChange({ excludeLocked: currentTarget.checked })}
        />
        <Checkbox
          label={t.excludeSt}
          checked={draft.excludeSt}
          onChange={({ currentTarget }) => onChange({ excludeSt: currentTarget.checked })}
        />
        <Checkbox
          label={t.allowIncomplete}
          checked={draft.allowIncomplete}
          onChange={({ currentTarget }) => onChange({ allowIncomplete: currentTarget.checked })}
        />
      </div>
    </details>
  );
}

/** Why the scan did not start; one that only lacks market data can be started anyway. */
function StartFailure({ error, onScanAnyway }: { error: Error; onScanAnyway: () => void }): ReactNode {
  const t = useMessages(scanMessages);
  return (
    <div className={styles.rejected}>
      <FailureNote error={error} />
      {error instanceof Failure && error.code === 'market_incomplete' && (
        <span className={styles.actions}>
          <Button variant="default" onClick={onScanAnyway}>
            {t.scanAnyway}
          </Button>
          <Link href="/market">{t.toMarket}</Link>
        </span>
      )}
    </div>
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
