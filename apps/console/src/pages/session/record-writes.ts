import { useQueryClient } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';
import { Failure } from '../../api/failure';
import { useNotices } from '../../parts/undo';
import { useWords } from '../../words/words';
import { type AnyRecord, dayOf } from './fill-changes';
import { recordsWords } from './records-words';
import type { RecordKind } from './session-address';
import { type SessionDetail, sessionKey } from './session-detail';

export type Judgement = Schemas['JudgementBody'];

/** What a write led to beside the record itself. */
export interface Consequences {
  readonly sessionPhaseSync?: Schemas['SessionPhaseSyncReply'] | null;
  readonly cycleAutoClose?: Schemas['CycleAutoCloseReply'] | null;
}

export interface RecordWrites {
  /** @returns whether it was done; what was not is said. */
  readonly create: (kind: RecordKind, day: string, judgement: Judgement) => Promise<boolean>;
  readonly edit: (kind: RecordKind, record: AnyRecord, changes: Judgement) => Promise<boolean>;
  readonly remove: (kind: RecordKind, record: AnyRecord) => Promise<boolean>;
}

/** What a record says, in the spelling of a body. */
export function judgementOf(record: AnyRecord): Required<Judgement> {
  return {
    supply_demand: record.supplyDemand,
    align_flag: record.alignFlag,
    primary_phase_hint: record.primaryPhaseHint,
    cycle_sub_tags: record.cycleSubTags,
    cycle_events: record.cycleEvents,
    evidence_note: record.evidenceNote,
  };
}

/** The fields of `after` that say something else than `before`. */
export function changesOf(before: Required<Judgement>, after: Required<Judgement>): Judgement {
  const same = (name: keyof Judgement): boolean => JSON.stringify(before[name]) === JSON.stringify(after[name]);
  return {
    ...(same('supply_demand') ? {} : { supply_demand: after.supply_demand }),
    ...(same('align_flag') ? {} : { align_flag: after.align_flag }),
    ...(same('primary_phase_hint') ? {} : { primary_phase_hint: after.primary_phase_hint }),
    ...(same('cycle_sub_tags') ? {} : { cycle_sub_tags: after.cycle_sub_tags }),
    ...(same('cycle_events') ? {} : { cycle_events: after.cycle_events }),
    ...(same('evidence_note') ? {} : { evidence_note: after.evidence_note }),
  };
}

/** Creates, edits and deletes a session's records; each can be taken back. */
export function useRecordWrites(sessionId: number, onConsequences: (consequences: Consequences) => void): RecordWrites {
  const say = useWords(recordsWords);
  const queries = useQueryClient();
  const { done, failed } = useNotices();
  const key = sessionKey(sessionId);
  const readAgain = async (): Promise<void> => {
    for (const other of ['sessions', 'queues']) void queries.invalidateQueries({ queryKey: [other] });
    await queries.invalidateQueries({ queryKey: key });
  };
  const attempt = async <Reply extends Consequences>(
    write: () => Promise<Reply>,
    said: string,
    undo: (reply: Reply) => Promise<unknown>,
  ): Promise<boolean> => {
    try {
      const reply = await write();
      onConsequences(reply);
      done(said, async () => {
        await undo(reply);
        await readAgain();
      });
      return true;
    } catch (error) {
      const closed = error instanceof Failure && error.code === 'session_closed';
      failed(closed ? new Error(say.sessionClosed) : error);
      return false;
    } finally {
      await readAgain();
    }
  };
  const show = (kind: RecordKind, change: <Row extends AnyRecord>(rows: Row[]) => Row[]): void => {
    queries.setQueryData<SessionDetail>(key, (detail) => {
      if (detail === undefined) return detail;
      return kind === 'daily'
        ? { ...detail, dailyRows: change(detail.dailyRows) }
        : { ...detail, weeklyRows: change(detail.weeklyRows) };
    });
  };
  return {
    create: (kind, day, judgement) =>
      attempt(
        () => create(sessionId, kind, day, judgement),
        say.added(day),
        ({ id }) => remove(kind, id),
      ),
    edit: (kind, record, changes) => {
      show(kind, (rows) => rows.map((row) => (row.id === record.id ? { ...row, ...shownChanges(changes) } : row)));
      const before = judgementOf(record);
      const undoing = Object.fromEntries(Object.entries(before).filter(([name]) => name in changes)) as Judgement;
      return attempt(
        () => edit(kind, record.id, changes),
        say.saved(dayOf(record)),
        () => edit(kind, record.id, undoing),
      );
    },
    remove: (kind, record) => {
      show(kind, (rows) => rows.filter(({ id }) => id !== record.id));
      return attempt(
        () => remove(kind, record.id),
        say.removed(dayOf(record)),
        () => create(sessionId, kind, dayOf(record), judgementOf(record)),
      );
    },
  };
}

async function create(
  sessionId: number,
  kind: RecordKind,
  day: string,
  judgement: Judgement,
): Promise<Consequences & { id: number }> {
  const params = { path: { id: sessionId } };
  if (kind === 'daily') {
    const body = { ...judgement, trade_date: day };
    const reply = await dataOf(api.POST('/api/stock-cycle/sessions/{id}/daily', { params, body }));
    return { ...reply, id: reply.daily.id };
  }
  const body = { ...judgement, week_end_date: day };
  const reply = await dataOf(api.POST('/api/stock-cycle/sessions/{id}/weekly', { params, body }));
  return { ...reply, id: reply.weekly.id };
}

function edit(kind: RecordKind, id: number, body: Judgement): Promise<Consequences> {
  return kind === 'daily'
    ? dataOf(api.PATCH('/api/stock-cycle/daily/{dailyId}', { params: { path: { dailyId: id } }, body }))
    : dataOf(api.PATCH('/api/stock-cycle/weekly/{weeklyId}', { params: { path: { weeklyId: id } }, body }));
}

function remove(kind: RecordKind, id: number): Promise<Consequences> {
  return kind === 'daily'
    ? dataOf(api.DELETE('/api/stock-cycle/daily/{dailyId}', { params: { path: { dailyId: id } } }))
    : dataOf(api.DELETE('/api/stock-cycle/weekly/{weeklyId}', { params: { path: { weeklyId: id } } }));
}

function shownChanges(changes: Judgement): Partial<AnyRecord> {
  return {
    ...(changes.supply_demand === undefined ? {} : { supplyDemand: changes.supply_demand }),
    ...(changes.align_flag === undefined ? {} : { alignFlag: changes.align_flag }),
    ...(changes.primary_phase_hint === undefined ? {} : { primaryPhaseHint: changes.primary_phase_hint }),
    ...(changes.cycle_sub_tags === undefined ? {} : { cycleSubTags: changes.cycle_sub_tags ?? [] }),
    ...(changes.cycle_events === undefined ? {} : { cycleEvents: changes.cycle_events ?? [] }),
    ...(changes.evidence_note === undefined ? {} : { evidenceNote: changes.evidence_note }),
  };
}
