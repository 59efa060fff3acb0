import { useQueryClient } from '@tanstack/react-query';
import { Failure } from '../../api/failure';
import { useNotices } from '../../parts/undo';
import {
  type AnyRecord,
  type Consequences,
  create,
  getDay,
  edit,
  type Judgement,
  type RecordKind,
  remove,
  restore,
  revert,
} from '../../records/record-calls';
import { useMessages } from '../../i18n/messages';
import { recordsMessages } from './records-messages';
import { type SessionDetail, sessionKey } from './session-detail';

export interface RecordWrites {
  /** @returns whether it was done; what was not is said. */
  readonly create: (kind: RecordKind, day: string, judgement: Judgement) => Promise<boolean>;
  /** Changes the version of a record that the caller has read, and no other. */
  readonly edit: (kind: RecordKind, record: AnyRecord, changes: Judgement) => Promise<boolean>;
  /** The record says again what it said at a version, written by whom it was then. */
  readonly revert: (kind: RecordKind, record: AnyRecord, version: number) => Promise<boolean>;
  readonly remove: (kind: RecordKind, record: AnyRecord) => Promise<boolean>;
}

/** The fields of `after` that say something else than `before`. */
export function findChanges(before: Required<Judgement>, after: Required<Judgement>): Judgement {
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
  const t = useMessages(recordsMessages);
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
    undo: (response: Reply) => Promise<unknown>,
  ): Promise<boolean> => {
    try {
      const response = await write();
      onConsequences(response);
      done(said, async () => {
        await undo(response);
        await readAgain();
      });
      return true;
    } catch (error) {
      failed(toSentence(error));
      return false;
    } finally {
      await readAgain();
    }
  };
  const toSentence = (error: unknown): unknown => {
    if (!(error instanceof Failure)) return error;
    if (error.code === 'session_closed') return new Error(t.sessionClosed);
    return error.code === 'version_changed' ? new Error(t.changedMeanwhile) : error;
  };
  /** The record as this browser read it last: what the person sees. */
  const shownNow = (kind: RecordKind, record: AnyRecord): AnyRecord => {
    const detail = queries.getQueryData<SessionDetail>(key);
    const rows: readonly AnyRecord[] = (kind === 'daily' ? detail?.dailyRows : detail?.weeklyRows) ?? [];
    return rows.find(({ id }) => id === record.id) ?? record;
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
        t.added(day),
        ({ record }) => remove(kind, record),
      ),
    edit: (kind, record, changes) => {
      show(kind, (rows) => rows.map((row) => (row.id === record.id ? { ...row, ...shownChanges(changes) } : row)));
      return attempt(
        () => edit(kind, record, changes),
        t.saved(getDay(record)),
        ({ record: written }) => revert(kind, written, record.version),
      );
    },
    revert: (kind, record, version) => {
      const now = shownNow(kind, record);
      return attempt(
        () => revert(kind, now, version),
        t.saved(getDay(record)),
        ({ record: written }) => revert(kind, written, now.version),
      );
    },
    remove: (kind, record) => {
      show(kind, (rows) => rows.filter(({ id }) => id !== record.id));
      return attempt(
        () => remove(kind, record),
        t.removed(getDay(record)),
        () => restore(kind, record),
      );
    },
  };
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
