import { Button, Group, MultiSelect, NativeSelect, NumberInput, Textarea } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { useEventName, useVocabulary } from '../../api/vocabulary';
import { DayField } from '../../parts/day-field';
import { PHASES, usePhaseNames } from '../../parts/phases';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { daysAfter } from './calendar-days';
import { recordOf, type RecordTarget, type ReviewDraft, type ReviewFields, storedFields } from './review-draft';
import { todayWords } from './today-words';
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
  /** What to say where the record was changed behind the form. */
  conflict: ReactNode;
  draft: ReviewDraft;
  onDraft: (changes: ReviewDraft) => void;
  /** The first field takes the focus. */
  takesFocus: boolean;
  onFocused: () => void;
  /** What can be done with it. */
  children: ReactNode;
}): ReactNode {
  const say = useWords(todayWords);
  const formats = useFormats();
  const phases = usePhaseNames();
  const { today } = useConsoleState();
  const vocabulary = useVocabulary();
  const eventName = useEventName();
  const first = useRef<HTMLSelectElement>(null);
  const { day, kind } = target;
  const record = recordOf(detail, target);
  const fields: ReviewFields = { ...storedFields(detail, target), ...draft };
  const { previous, next, move } = choice;
  useEffect(() => {
    if (!takesFocus) return;
    first.current?.focus({ preventScroll: true });
    onFocused();
  }, [takesFocus, onFocused]);
  const phaseChoices = (blank: string) => [
    { value: '', label: blank },
    ...PHASES.map((phase) => ({ value: phase, label: phases[phase] })),
  ];
  const words = (choices: readonly ((typeof SUPPLY_DEMAND)[number] | (typeof ALIGN)[number])[]) => [
    { value: '', label: say.blank },
    ...choices.map((word) => ({ value: word, label: say[word] })),
  ];
  return (
    <div className={styles.form}>
      <div className={styles.formLine}>
        <h3>
          {kind === 'daily' ? say.record(formats.day(day, today)) : say.weekRecord(formats.day(day, today))}{' '}
          <small>
            {record === undefined ? say.recordNew : record.origin === 'ai' ? say.recordByAi : say.recordByHand}
          </small>
        </h3>
        {(previous !== undefined || next !== undefined) && (
          <Group gap={4}>
            <Button
              variant="default"
              size="compact-xs"
              disabled={previous === undefined}
              onClick={() => previous !== undefined && move(previous)}
            >
              ‹ {kind === 'daily' ? say.previousDay : say.previousWeek}
            </Button>
            <Button
              variant="default"
              size="compact-xs"
              disabled={next === undefined}
              onClick={() => next !== undefined && move(next)}
            >
              {kind === 'daily' ? say.nextDay : say.nextWeek} ›
            </Button>
          </Group>
        )}
      </div>
      {conflict}
      <div className={styles.formGrid}>
        <NativeSelect
          ref={first}
          label={say.supplyDemand}
          data={words(SUPPLY_DEMAND)}
          value={fields.supplyDemand ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onDraft({ supplyDemand: SUPPLY_DEMAND.find((word) => word === value) ?? null })
          }
        />
        <NativeSelect
          label={say.align}
          data={words(ALIGN)}
          value={fields.align ?? ''}
          onChange={({ currentTarget: { value } }) => onDraft({ align: ALIGN.find((word) => word === value) ?? null })}
        />
        <NativeSelect
          label={say.hint}
          data={phaseChoices(say.blank)}
          value={fields.hint ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onDraft({ hint: PHASES.find((phase) => phase === value) ?? null })
          }
        />
        <MultiSelect
          className={styles.events}
          label={say.events}
          data={(vocabulary?.events ?? []).map(({ abbr }) => ({ value: abbr, label: `${abbr} ${eventName(abbr)}` }))}
          value={[...fields.events]}
          onChange={(events) => onDraft({ events: events })}
          maxValues={vocabulary?.maxEvents ?? fields.events.length + 1}
          searchable
          hidePickedOptions
          nothingFoundMessage={say.noEvents}
          comboboxProps={{ position: 'top' }}
        />
      </div>
      <Textarea
        label={say.evidence}
        placeholder={say.evidenceHint}
        autosize
        minRows={2}
        maxRows={6}
        value={fields.evidence}
        onChange={({ currentTarget: { value } }) => onDraft({ evidence: value })}
      />
      <div className={styles.formLine}>
        <DayField
          className={styles.dayField}
          label={say.reviewAt}
          min={today}
          value={fields.reviewAt ?? ''}
          onDay={(chosen) => onDraft({ reviewAt: chosen === '' ? null : chosen })}
        />
        <Button variant="default" onClick={() => onDraft({ reviewAt: daysAfter(today, 7) })}>
          {say.inOneWeek}
        </Button>
        <Button variant="default" onClick={() => onDraft({ reviewAt: daysAfter(today, 14) })}>
          {say.inTwoWeeks}
        </Button>
        <NumberInput
          className={styles.short}
          label={say.priority}
          min={0}
          max={MAX_PRIORITY}
          clampBehavior="strict"
          allowDecimal={false}
          value={fields.priority}
          onChange={(value) => {
            if (typeof value === 'number') onDraft({ priority: value });
          }}
        />
        <NativeSelect
          label={say.phase}
          data={phaseChoices(say.noPhase)}
          value={fields.phase ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onDraft({ phase: PHASES.find((phase) => phase === value) ?? null })
          }
        />
        <span className={styles.spring} />
        {children}
      </div>
    </div>
  );
}
