import type { Schemas } from '../../api/client';
import { toMonday } from '../../records/calendar-days';
import type { JudgedFields } from '../../records/record-conflict';
import type { AnyRecord, RecordKind } from '../../records/record-calls';
import type { Phase } from '../../parts/phases';

type Detail = Schemas['SessionDetailResponse'];
type RecordBody = Schemas['JudgementBody'];
type SessionBody = Schemas['UpdateSessionBody'];

/** What the quick form can change of a session and of its daily record. */
export interface ReviewFields {
  readonly reviewAt: string | null;
  readonly priority: number;
  readonly phase: Phase | null;
  readonly supplyDemand: NonNullable<RecordBody['supply_demand']> | null;
  readonly align: NonNullable<RecordBody['align_flag']> | null;
  readonly hint: Phase | null;
  readonly events: NonNullable<RecordBody['cycle_events']>;
  /** Not a field of the quick form: typed on the session's page, and saved with the rest. */
  readonly tags: NonNullable<RecordBody['cycle_sub_tags']>;
  readonly evidence: string;
}

/** What somebody has typed and not saved yet. */
export type ReviewDraft = Partial<ReviewFields>;

/** The record that a form is about, whether it is there yet or not. */
export interface RecordTarget {
  readonly kind: RecordKind;
  /** The trade date, or the end of the week. */
  readonly day: string;
}

/** The record that a review writes: of the last day with a bar, unless the session began later. */
export function findReviewTarget({ session }: Detail, today: string): RecordTarget {
  const { latestTradeDate, entryDate } = session;
  const day = latestTradeDate === null || latestTradeDate < entryDate ? today : latestTradeDate;
  return { kind: 'daily', day };
}

export function findRecord({ dailyRows, weeklyRows }: Detail, { kind, day }: RecordTarget): AnyRecord | undefined {
  return kind === 'daily'
    ? dailyRows.find(({ tradeDate }) => tradeDate === day)
    : weeklyRows.find(({ weekEndDate }) => toMonday(weekEndDate) === toMonday(day));
}

/** What is stored now. */
export function getStoredFields(detail: Detail, target: RecordTarget): ReviewFields {
  const { session } = detail;
  return {
    reviewAt: session.nextReviewAt,
    priority: session.priority,
    phase: session.currentPrimaryPhase,
    ...toRecordFields(findRecord(detail, target)),
  };
}

type RecordFields = Pick<ReviewFields, 'supplyDemand' | 'align' | 'hint' | 'events' | 'tags' | 'evidence'>;

export function toRecordFields(record: AnyRecord | undefined): RecordFields {
  return {
    supplyDemand: record?.supplyDemand ?? null,
    align: record?.alignFlag ?? null,
    hint: record?.primaryPhaseHint ?? null,
    events: record?.cycleEvents ?? [],
    tags: record?.cycleSubTags ?? [],
    evidence: record?.evidenceNote ?? '',
  };
}

/** Parts a draft into what belongs to the record and what belongs to the session. */
export function splitDraft({ reviewAt, priority, phase, ...record }: ReviewDraft): {
  record: ReviewDraft;
  session: ReviewDraft;
} {
  return {
    record,
    session: {
      ...(reviewAt === undefined ? {} : { reviewAt }),
      ...(priority === undefined ? {} : { priority }),
      ...(phase === undefined ? {} : { phase }),
    },
  };
}

/** The record's fields as a conflict shows them. */
export function pickJudgedFields({
  supplyDemand,
  align,
  hint,
  events,
  tags,
  evidence,
}: ReviewDraft): Partial<JudgedFields> {
  return {
    ...(supplyDemand === undefined ? {} : { supplyDemand }),
    ...(align === undefined ? {} : { alignFlag: align }),
    ...(hint === undefined ? {} : { primaryPhaseHint: hint }),
    ...(events === undefined ? {} : { cycleEvents: events }),
    ...(tags === undefined ? {} : { cycleSubTags: tags }),
    ...(evidence === undefined ? {} : { evidenceNote: evidence }),
  };
}

/** The record's part of a draft in the spelling of a body, as drafts of records are kept. */
export function toJudgement({ supplyDemand, align, hint, events, tags, evidence }: ReviewDraft): RecordBody {
  return {
    ...(supplyDemand === undefined ? {} : { supply_demand: supplyDemand }),
    ...(align === undefined ? {} : { align_flag: align }),
    ...(hint === undefined ? {} : { primary_phase_hint: hint }),
    ...(events === undefined ? {} : { cycle_events: events }),
    ...(tags === undefined ? {} : { cycle_sub_tags: tags }),
    ...(evidence === undefined ? {} : { evidence_note: evidence === '' ? null : evidence }),
  };
}

/** The way back of `judgementOfDraft`. */
export function toDraft(changes: RecordBody): ReviewDraft {
  const { supply_demand, align_flag, primary_phase_hint, cycle_events, cycle_sub_tags, evidence_note } = changes;
  return {
    ...(supply_demand === undefined ? {} : { supplyDemand: supply_demand }),
    ...(align_flag === undefined ? {} : { align: align_flag }),
    ...(primary_phase_hint === undefined ? {} : { hint: primary_phase_hint }),
    ...(cycle_events === undefined ? {} : { events: cycle_events ?? [] }),
    ...(cycle_sub_tags === undefined ? {} : { tags: cycle_sub_tags ?? [] }),
    ...(evidence_note === undefined ? {} : { evidence: evidence_note ?? '' }),
  };
}

/** What a save has to send; undefined if nothing of that kind changed. */
export interface ReviewChanges {
  readonly session: SessionBody | undefined;
  readonly priority: number | undefined;
  readonly record: RecordBody | undefined;
}

/** What of a draft differs from what is stored, as the routes take it. */
export function findChanges(stored: ReviewFields, draft: ReviewDraft): ReviewChanges {
  const changed = <Name extends keyof ReviewFields>(name: Name): ReviewFields[Name] | undefined => {
    const value = draft[name];
    return value === undefined || JSON.stringify(value) === JSON.stringify(stored[name]) ? undefined : value;
  };
  const session = sentFields<SessionBody>({
    next_review_at: changed('reviewAt'),
    current_primary_phase: changed('phase'),
  });
  const evidence = changed('evidence');
  const record = sentFields<RecordBody>({
    supply_demand: changed('supplyDemand'),
    align_flag: changed('align'),
    primary_phase_hint: changed('hint'),
    cycle_events: changed('events'),
    cycle_sub_tags: changed('tags'),
    evidence_note: evidence === undefined ? undefined : evidence.trim() === '' ? null : evidence,
  });
  return { session, priority: changed('priority'), record };
}

/** The draft that leads from `to` back to what was stored: what an undo sends. */
export function toUndoDraft(stored: ReviewFields, draft: ReviewDraft): ReviewDraft {
  return Object.fromEntries(Object.keys(draft).map((name) => [name, stored[name as keyof ReviewFields]]));
}

function sentFields<Body extends object>(fields: { [Name in keyof Body]: Body[Name] | undefined }): Body | undefined {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  return sent.length === 0 ? undefined : (Object.fromEntries(sent) as Body);
}
