import { Button, Group, MultiSelect, NativeSelect, NumberInput, Textarea } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { useEventName, useVocabulary } from '../../api/vocabulary';
import { DayField } from '../../parts/day-field';
import { type Phase, PHASES, usePhaseNames } from '../../parts/phases';
import type { AnyRecord } from '../../records/record-calls';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { daysAfter } from './calendar-days';
import { findRecord, type RecordTarget, type ReviewDraft, type ReviewFields, getStoredFields } from './review-draft';
import { todayMessages } from './today-messages';
import styles from './today.module.css';
import type { TargetChoice } from './use-record-target';

const SUPPLY_DEMAND = ['demand_dominant', 'supply_dominant', 'balanced'] as const;
const ALIGN = ['aligned', 'diverging', 'neutral'] as const;
const MAX_PRIORITY = 100;

/** When a session is reviewed next, how it ranks, its phase, and the record of its latest day: all on a few lines. */
export function ReviewForm({
  detail,
  choice,
  target,
  conflict,
  draft,
  onDraft,
  takesFocus,
  onFocused,
  children,
}: {
  detail: Schemas['SessionDetailResponse'];
  /** The record that the form is about, and the steps to its neighbours. */
  choice: TargetChoice;
  target: RecordTarget;
  /** What to say if the record was changed behind the form. */
  conflict: ReactNode;
  draft: ReviewDraft;
  onDraft: (changes: ReviewDraft) => void;
  /** The first field takes the focus. */
  takesFocus: boolean;
  onFocused: () => void;
  /** What can be done with it. */
  children: ReactNode;
}): ReactNode {
  const { today } = useConsoleState();
  const fields: ReviewFields = { ...getStoredFields(detail, target), ...draft };
  return (
    <div className={styles.form}>
      <RecordHead record={findRecord(detail, target)} choice={choice} target={target} />
      {conflict}
      <RecordFields fields={fields} onDraft={onDraft} takesFocus={takesFocus} onFocused={onFocused} />
      <div className={styles.formLine}>
        <ReviewDayFields today={today} fields={fields} onDraft={onDraft} />
        <RankFields fields={fields} onDraft={onDraft} />
        <div className={styles.actions}>{children}</div>
      </div>
    </div>
  );
}

interface FieldsProps {
  readonly fields: ReviewFields;
  readonly onDraft: (changes: ReviewDraft) => void;
}

/** Which record the form is about, and the steps to its neighbours. */
function RecordHead({
  record,
  choice: { previous, next, move },
  target: { kind, day },
}: {
  record: AnyRecord | undefined;
  choice: TargetChoice;
  target: RecordTarget;
}): ReactNode {
  const t = useMessages(todayMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const daily = kind === 'daily';
  return (
    <div className={styles.formLine}>
      <h3>
        {daily ? t.record(formats.day(day, today)) : t.weekRecord(formats.day(day, today))}{' '}
        <small>{record === undefined ? t.recordNew : record.origin === 'ai' ? t.recordByAi : t.recordByHand}</small>
      </h3>
      {(previous !== undefined || next !== undefined) && (
        <Group gap={4}>
          <Button
            variant="default"
            size="compact-xs"
            disabled={previous === undefined}
            onClick={() => previous !== undefined && move(previous)}
          >
            ‹ {daily ? t.previousDay : t.previousWeek}
          </Button>
          <Button
            variant="default"
            size="compact-xs"
            disabled={next === undefined}
            onClick={() => next !== undefined && move(next)}
          >
            {daily ? t.nextDay : t.nextWeek} ›
          </Button>
        </Group>
      )}
    </div>
  );
}

/** What is judged in the record. */
function RecordFields({
  fields,
  onDraft,
  takesFocus,
  onFocused,
}: FieldsProps & { takesFocus: boolean; onFocused: () => void }): ReactNode {
  const t = useMessages(todayMessages);
  const first = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    first.current?.focus({ preventScroll: true });
    onFocused();
  }, [takesFocus, onFocused]);
  const toOptions = (values: readonly ((typeof SUPPLY_DEMAND)[number] | (typeof ALIGN)[number])[]) => [
    { value: '', label: t.blank },
    ...values.map((value) => ({ value, label: t[value] })),
  ];
  return (
    <>
      <div className={styles.formGrid}>
        <NativeSelect
          ref={first}
          label={t.supplyDemand}
          data={toOptions(SUPPLY_DEMAND)}
          value={fields.supplyDemand ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onDraft({ supplyDemand: SUPPLY_DEMAND.find((one) => one === value) ?? null })
          }
        />
        <NativeSelect
          label={t.align}
          data={toOptions(ALIGN)}
          value={fields.align ?? ''}
          onChange={({ currentTarget: { value } }) => onDraft({ align: ALIGN.find((one) => one === value) ?? null })}
        />
        <PhaseField label={t.hint} blank={t.blank} phase={fields.hint} onPhase={(hint) => onDraft({ hint })} />
        <EventsField fields={fields} onDraft={onDraft} />
      </div>
      <Textarea
        label={t.evidence}
        placeholder={t.evidenceHint}
        autosize
        minRows={2}
        maxRows={6}
        value={fields.evidence}
        onChange={({ currentTarget: { value } }) => onDraft({ evidence: value })}
      />
    </>
  );
}

function EventsField({ fields, onDraft }: FieldsProps): ReactNode {
  const t = useMessages(todayMessages);
  const vocabulary = useVocabulary();
  const eventName = useEventName();
  return (
    <MultiSelect
      className={styles.events}
      label={t.events}
      data={(vocabulary?.events ?? []).map(({ abbr }) => ({ value: abbr, label: `${abbr} ${eventName(abbr)}` }))}
      value={[...fields.events]}
      onChange={(events) => onDraft({ events })}
      maxValues={vocabulary?.maxEvents ?? fields.events.length + 1}
      searchable
      hidePickedOptions
      nothingFoundMessage={t.noEvents}
      comboboxProps={{ position: 'top' }}
    />
  );
}

/** When the session is reviewed next. */
function ReviewDayFields({ today, fields, onDraft }: FieldsProps & { today: string }): ReactNode {
  const t = useMessages(todayMessages);
  return (
    <>
      <DayField
        className={styles.dayField}
        label={t.reviewAt}
        min={today}
        value={fields.reviewAt ?? ''}
        onDay={(chosen) => onDraft({ reviewAt: chosen === '' ? null : chosen })}
      />
      <Button variant="default" onClick={() => onDraft({ reviewAt: daysAfter(today, 7) })}>
        {t.inOneWeek}
      </Button>
      <Button variant="default" onClick={() => onDraft({ reviewAt: daysAfter(today, 14) })}>
        {t.inTwoWeeks}
      </Button>
    </>
  );
}

/** The priority and the phase of the session. */
function RankFields({ fields, onDraft }: FieldsProps): ReactNode {
  const t = useMessages(todayMessages);
  return (
    <>
      <NumberInput
        className={styles.short}
        label={t.priority}
        min={0}
        max={MAX_PRIORITY}
        clampBehavior="strict"
        allowDecimal={false}
        value={fields.priority}
        onChange={(value) => {
          if (typeof value === 'number') onDraft({ priority: value });
        }}
      />
      <PhaseField label={t.phase} blank={t.noPhase} phase={fields.phase} onPhase={(phase) => onDraft({ phase })} />
    </>
  );
}

function PhaseField({
  label,
  blank,
  phase,
  onPhase,
}: {
  label: string;
  /** What stands for no phase. */
  blank: string;
  phase: Phase | null;
  onPhase: (phase: Phase | null) => void;
}): ReactNode {
  const phases = usePhaseNames();
  return (
    <NativeSelect
      label={label}
      data={[{ value: '', label: blank }, ...PHASES.map((value) => ({ value, label: phases[value] }))]}
      value={phase ?? ''}
      onChange={({ currentTarget: { value } }) => onPhase(PHASES.find((one) => one === value) ?? null)}
    />
  );
}
