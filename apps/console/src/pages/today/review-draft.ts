import type { Schemas } from '../../api/client';
import type { Phase } from '../../parts/phases';

type Detail = Schemas['SessionDetailReply'];
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
  readonly evidence: string;
}

/** What somebody has typed and not saved yet. */
export type ReviewDraft = Partial<ReviewFields>;

/** The day that a review writes its record for: the last one with a bar, unless the session began later. */
export function recordDayOf({ session }: Detail, today: string): string {
  const { latestTradeDate, entryDate } = session;
  return latestTradeDate === null || latestTradeDate < entryDate ? today : latestTradeDate;
}

export function recordOf({ dailyRows }: Detail, day: string): Schemas['DailyRecordReply'] | undefined {
  return dailyRows.find(({ tradeDate }) => tradeDate === day);
}

/** What is stored now. */
export function storedFields(detail: Detail, day: string): ReviewFields {
  const { session } = detail;
  const record = recordOf(detail, day);
  return {
    reviewAt: session.nextReviewAt,
    priority: session.priority,
    // The documents name these words as text; the server knows no others.
    phase: session.currentPrimaryPhase as ReviewFields['phase'],
    supplyDemand: record?.supplyDemand ?? null,
    align: record?.alignFlag ?? null,
    hint: record?.primaryPhaseHint ?? null,
    events: record?.cycleEvents ?? [],
    evidence: record?.evidenceNote ?? '',
  };
}

/** What a save has to send; undefined where nothing of that kind changed. */
export interface ReviewChanges {
  readonly session: SessionBody | undefined;
  readonly priority: number | undefined;
  readonly record: RecordBody | undefined;
}

/** What of a draft differs from what is stored, as the routes take it. */
export function changesOf(stored: ReviewFields, draft: ReviewDraft): ReviewChanges {
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
    evidence_note: evidence === undefined ? undefined : evidence.trim() === '' ? null : evidence,
  });
  return { session, priority: changed('priority'), record };
}

/** The draft that leads from `to` back to what was stored: what an undo sends. */
export function wayBack(stored: ReviewFields, draft: ReviewDraft): ReviewDraft {
  return Object.fromEntries(Object.keys(draft).map((name) => [name, stored[name as keyof ReviewFields]]));
}

function sentFields<Body extends object>(fields: { [Name in keyof Body]: Body[Name] | undefined }): Body | undefined {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  return sent.length === 0 ? undefined : (Object.fromEntries(sent) as Body);
}
