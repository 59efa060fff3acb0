import { Button, MultiSelect, NativeSelect, Textarea } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useVocabulary } from '../../api/vocabulary';
import { useShortcuts } from '../../keys/shortcuts';
import { SaveWait } from '../../live/save-wait';
import { PHASES, usePhaseNames } from '../../parts/phases';
import { useAlignNames, useSupplyDemandNames, useTagNames } from '../../parts/record-messages';
import { usePreferences } from '../../preferences/preferences';
import { useMessages } from '../../i18n/messages';
import { type JudgedFields, RecordConflict } from '../../records/record-conflict';
import { type AnyRecord, type Judgement, toJudgement, type RecordKind } from '../../records/record-calls';
import { type RecordDraft, useRecordDraft } from '../../records/record-draft';
import { useNotices } from '../../parts/undo';
import { findChanges } from './record-writes';
import styles from './records.module.css';
import { recordsMessages } from './records-messages';
import { sessionMessages } from './session-messages';

const EMPTY_JUDGEMENT: Required<Judgement> = {
  supply_demand: null,
  align_flag: null,
  primary_phase_hint: null,
  cycle_sub_tags: [],
  cycle_events: [],
  evidence_note: null,
};

export interface RecordFormProps {
  readonly sessionId: number;
  readonly kind: RecordKind;
  /** The day or week that the form is about. */
  readonly day: string;
  /** The record as it is stored now; null if there is none. */
  readonly record: AnyRecord | null;
  /** The session was closed meanwhile: nothing can be saved, and what was typed stays. */
  readonly frozen: boolean;
  /** The days that a new record may be of, newest first. */
  readonly days?:
    { readonly label: string; readonly free: readonly string[]; readonly onDay: (day: string) => void } | undefined;
  /**
   * Given the changed fields and the record that they were made from, or all fields of a new one and null; resolves with
   * whether it was done.
   */
  readonly onSave: (judgement: Judgement, madeFrom: AnyRecord | null) => Promise<boolean>;
  readonly onDelete?: (() => void) | undefined;
  /** Called with whether something that was typed is stored for later. */
  readonly onLeave: (isKept: boolean) => void;
}

/**
 * A record's fields, edited in place. ⌘↵ saves, Esc leaves. What was typed is kept until it is saved or discarded, and 今日 shows
 * it too. A save names the version that the changes were made from; if somebody else was quicker, it says what differs.
 */
export function RecordForm(props: RecordFormProps): ReactNode {
  const { day, record, frozen, days, onLeave } = props;
  const t = useMessages(recordsMessages);
  const { page } = useMessages(sessionMessages);
  const editing = useRecordEditing(props);
  const { kept, saved, draft, save } = editing;
  useShortcuts(page, [{ keys: ['Mod+Enter'], does: t.save, run: () => void save(), inFields: true }]);
  const leave = (event: KeyboardEvent): void => {
    // The lists of tags and events close themselves first.
    const inList = event.target instanceof HTMLElement && event.target.getAttribute('aria-expanded') === 'true';
    if (event.key === 'Escape' && !inList && !event.nativeEvent.isComposing) onLeave(kept !== null);
  };
  return (
    <form
      className={styles.form}
      onKeyDown={leave}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {days !== undefined && (
        <NativeSelect
          label={days.label}
          value={day}
          onChange={(event) => days.onDay(event.currentTarget.value)}
          data={days.free.includes(day) ? [...days.free] : [day, ...days.free]}
        />
      )}
      {editing.isOther && (
        <RecordConflict
          opened={toFields(saved ?? EMPTY_JUDGEMENT)}
          stored={record === null ? null : toFields(toJudgement(record))}
          typed={toFields(draft)}
          onKeepMine={() => editing.rebase(kept?.changes ?? {})}
          onTakeTheirs={() => editing.rebase({})}
        />
      )}
      <JudgementFields draft={draft} change={editing.change} focused={saved !== null || days === undefined} />
      {frozen && <p className={styles.frozen}>{t.sessionClosed}</p>}
      <FormActions editing={editing} frozen={frozen} onDelete={props.onDelete} />
    </form>
  );
}

interface RecordEditing {
  /** What was typed and not saved yet. */
  readonly kept: RecordDraft | null;
  /** The fields that the draft was made from; null for a new record. */
  readonly saved: Required<Judgement> | null;
  readonly draft: Required<Judgement>;
  readonly saving: boolean;
  /** The record was changed since the form was opened. */
  readonly isOther: boolean;
  readonly change: (changes: Judgement) => void;
  /** Makes the draft from the record as it is now, with these changes. */
  readonly rebase: (changes: Judgement) => void;
  readonly save: () => Promise<void>;
  /** Leaves, with an undo of what was typed. */
  readonly discard: () => void;
  readonly drop: () => void;
}

function useRecordEditing({ sessionId, kind, day, record, frozen, onSave, onLeave }: RecordFormProps): RecordEditing {
  const t = useMessages(recordsMessages);
  const { done } = useNotices();
  const [kept, keep] = useRecordDraft(sessionId, kind, day, record);
  const [first, setFirst] = useState(record);
  const [saving, setSaving] = useState(false);
  const opened = kept === null ? first : kept.madeFrom;
  const saved = opened === null ? null : toJudgement(opened);
  const changes = kept?.changes ?? {};
  const draft: Required<Judgement> = { ...(saved ?? EMPTY_JUDGEMENT), ...changes };
  const keepChanges = (madeFrom: AnyRecord | null, next: Required<Judgement>): void => {
    const differing = findChanges(madeFrom === null ? EMPTY_JUDGEMENT : toJudgement(madeFrom), next);
    setFirst(madeFrom);
    keep(Object.keys(differing).length === 0 ? null : { madeFrom, changes: differing });
  };
  return {
    kept,
    saved,
    draft,
    saving,
    isOther: !saving && (record?.version !== opened?.version || record?.id !== opened?.id),
    change: (more) => keepChanges(opened, { ...draft, ...more }),
    rebase: (mine) => keepChanges(record, { ...(record === null ? EMPTY_JUDGEMENT : toJudgement(record)), ...mine }),
    save: async () => {
      if (saving || frozen) return;
      if (saved !== null && Object.keys(changes).length === 0) return onLeave(false);
      setSaving(true);
      const wasDone = await onSave(
        record === null && opened !== null ? draft : changes,
        record === null ? null : opened,
      );
      setSaving(false);
      if (!wasDone) return;
      // What was typed while the save was on its way is not part of it.
      keep((now) => (now === kept ? null : now));
      onLeave(false);
    },
    discard: () => {
      keep(null);
      onLeave(false);
      if (kept !== null) done(t.discarded(day), () => Promise.resolve(keep(kept)));
    },
    drop: () => keep(null),
  };
}

function FormActions({
  editing: { kept, saving, discard, drop },
  frozen,
  onDelete,
}: {
  editing: RecordEditing;
  frozen: boolean;
  onDelete: (() => void) | undefined;
}): ReactNode {
  const t = useMessages(recordsMessages);
  return (
    <div className={styles.formActions}>
      <Button type="submit" loading={saving} disabled={frozen} title="⌘↵ / Ctrl+↵">
        {t.save}
      </Button>
      <Button variant="default" disabled={saving} onClick={discard}>
        {kept === null ? t.cancel : t.discard}
      </Button>
      {saving && <SaveWait />}
      {onDelete !== undefined && !frozen && (
        <Button
          variant="subtle"
          color="gray"
          className={styles.delete}
          onClick={() => {
            drop();
            onDelete();
          }}
        >
          {t.remove}
        </Button>
      )}
    </div>
  );
}

/** The fields in the spelling of responses. */
function toFields(judgement: Required<Judgement>): JudgedFields {
  return {
    supplyDemand: judgement.supply_demand,
    alignFlag: judgement.align_flag,
    primaryPhaseHint: judgement.primary_phase_hint,
    cycleSubTags: judgement.cycle_sub_tags,
    cycleEvents: judgement.cycle_events,
    evidenceNote: judgement.evidence_note,
  };
}

function JudgementFields({
  draft,
  change,
  focused,
}: {
  draft: Required<Judgement>;
  change: (changes: Judgement) => void;
  focused: boolean;
}): ReactNode {
  const t = useMessages(recordsMessages);
  const vocabulary = useVocabulary();
  const { language } = usePreferences();
  const sides = useSupplyDemandNames();
  const aligns = useAlignNames();
  const tags = useTagNames();
  const phases = usePhaseNames();
  const events = (vocabulary?.events ?? []).map(({ abbr, ...names }) => ({
    value: abbr,
    label: `${abbr} ${names[language]}`,
  }));
  return (
    <>
      <div className={styles.choices}>
        <Choice
          label={t.supplyDemand}
          focused={focused}
          value={draft.supply_demand}
          choices={vocabulary?.supplyDemand ?? []}
          names={sides}
          onChoose={(supply_demand) => change({ supply_demand })}
        />
        <Choice
          label={t.alignFlag}
          value={draft.align_flag}
          choices={vocabulary?.alignFlags ?? []}
          names={aligns}
          onChoose={(align_flag) => change({ align_flag })}
        />
        <Choice
          label={t.primaryPhaseHint}
          value={draft.primary_phase_hint}
          choices={PHASES}
          names={phases}
          onChoose={(primary_phase_hint) => change({ primary_phase_hint })}
        />
      </div>
      <Several
        label={t.cycleSubTags}
        chosen={draft.cycle_sub_tags ?? []}
        most={vocabulary?.maxTags ?? 0}
        placeholder={t.chooseTags}
        data={(vocabulary?.tags ?? []).map((value) => ({ value, label: tags[value] }))}
        onChoose={(cycle_sub_tags) => change({ cycle_sub_tags })}
      />
      <Several
        label={t.cycleEvents}
        chosen={draft.cycle_events ?? []}
        most={vocabulary?.maxEvents ?? 0}
        placeholder={t.chooseEvents}
        data={events}
        onChoose={(cycle_events) => change({ cycle_events })}
      />
      <Textarea
        label={t.evidenceNote}
        autosize
        minRows={2}
        maxRows={10}
        value={draft.evidence_note ?? ''}
        onChange={(event) => {
          const text = event.currentTarget.value;
          change({ evidence_note: text === '' ? null : text });
        }}
      />
    </>
  );
}

function Choice<Value extends string>({
  label,
  value,
  choices,
  names,
  focused = false,
  onChoose,
}: {
  label: string;
  value: Value | null;
  choices: readonly Value[];
  names: Readonly<Record<Value, string>>;
  focused?: boolean;
  onChoose: (value: Value | null) => void;
}): ReactNode {
  const { notSaid } = useMessages(recordsMessages);
  const shown = value === null || choices.includes(value) ? choices : [...choices, value];
  return (
    <NativeSelect
      label={label}
      autoFocus={focused}
      value={value ?? ''}
      onChange={(event) => onChoose(choices.find((choice) => choice === event.currentTarget.value) ?? null)}
      data={[{ value: '', label: notSaid }, ...shown.map((choice) => ({ value: choice, label: names[choice] }))]}
    />
  );
}

function Several<Value extends string>({
  label,
  chosen,
  most,
  placeholder,
  data,
  onChoose,
}: {
  label: string;
  chosen: readonly Value[];
  most: number;
  placeholder: string;
  data: readonly { value: Value; label: string }[];
  onChoose: (values: Value[]) => void;
}): ReactNode {
  const t = useMessages(recordsMessages);
  return (
    <MultiSelect
      label={`${label} · ${t.tagsHint(most)}`}
      value={[...chosen]}
      maxValues={most}
      data={[...data]}
      searchable
      hidePickedOptions
      {...(chosen.length === 0 ? { placeholder } : {})}
      onChange={(values) =>
        onChoose(
          values.flatMap((value) => data.filter((choice) => choice.value === value).map((choice) => choice.value)),
        )
      }
    />
  );
}
