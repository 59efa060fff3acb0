import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { constraintOf, Database, type Transaction } from '#lib/database';
import { AppError, type CalendarDay, Clock, mondayOf } from '#lib/kernel';
import { type TradingCalendar, TradingCalendarService } from '#lib/market-data';
import { AutoCloseService, type CycleAutoClose } from './auto-close.service';
import type { AutoCloseRule } from './domain/auto-close';
import { outdatesEvidence } from './domain/evidence-of-edits';
import type { ManualRemark } from './domain/manual-remark';
import { type PhaseSync, evaluatePhaseSync, type SessionPhase, type WeeklyWrite } from './domain/phase-sync';
import { beforeEntryProblem, tradeDateProblem, weekEndDateProblem } from './domain/record-days';
import type { AiConsensus } from './domain/session-fields';
import {
  clearReviewDate,
  endSession,
  type HeldSession,
  holdSession,
  type ReviewDateCleared,
  selectLeadWeek,
  setConsensus,
  setPhaseByWeek,
} from './persistence/record-session.query';
import {
  type AiOrigin,
  deleteRecord,
  type Evidenced,
  insertRecord,
  type Judgement,
  markLatest,
  overwriteByAi,
  RECORD_TABLES,
  type RecordKind,
  type RecordOf,
  selectRecord,
  selectRecordIds,
  selectRecords,
  type Place,
  findRecordKey,
  undeleteRecord,
  updateRecord,
} from './persistence/record-write.query';
import { keepingVersion, writeVersion } from './persistence/record-versions.query';
import {
  type FactOrigin,
  recordNewEvents,
  recordPhaseChange,
  selectNewestRecord,
} from './persistence/session-facts.query';
import { refreshInvalidation } from './persistence/session-market.query';
import { sessionClosed } from './session-closed';
import { type VersionCheck, versionChanged } from './version-changed';

/** What a write of a record did beside; absent where there is nothing to say. */
export interface RecordEffects {
  sessionPhaseSync?: PhaseSync;
  cycleAutoClose?: CycleAutoClose;
}

export interface RecordWritten<Kind extends RecordKind> extends RecordEffects {
  record: RecordOf[Kind];
}

/** What models judged of days or weeks of a session. */
export interface AiFill extends AiOrigin {
  sessionId: number;
  judged: readonly ({ day: CalendarDay; judgement: Judgement } & Evidenced)[];
  /** The one day whose record is overwritten where it exists; every other existing record is left alone. Null: none is. */
  overwritable: CalendarDay | null;
  /** Work of which this fill is one of many, `drain:5`: what they change is told together. */
  run?: string | undefined;
  /** Weekly fills: where all models together say that the stock goes; left out where they were not asked. */
  consensus?: AiConsensus | null;
}

export interface AiFillWritten<Kind extends RecordKind> {
  /** Written records, newest first. */
  records: RecordOf[Kind][];
  generated: number;
  overwritten: number;
  sessionPhaseSync: PhaseSync | null;
  cycleAutoClose: CycleAutoClose | null;
  /** The review date that a weekly fill has cleared, and the phase of the newest week because of which. */
  reviewDateCleared: ReviewDateCleared | null;
}

const PERSON: FactOrigin = { by: 'person' };

/** Where `CYCLE_AUTO_CLOSE=apply`, these rules close the session; the others only report. */
const CLOSING_RULES: readonly AutoCloseRule[] = ['weekly_markdown', 'structure_failed'];

/**
 * Daily and weekly records that people write. Each write holds the session's row, so that none is written after the
 * session has closed, and leaves `isLatest` and the session's phase as the records then say.
 */
@Injectable()
export class RecordsService {
  constructor(
    private readonly db: Database,
    private readonly calendar: TradingCalendarService,
    private readonly autoClose: AutoCloseService,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * @throws AppError `invalid_input` for a day that a record can't have, `not_found`, `session_closed`, or
   *   `duplicate_trade_day` / `duplicate_week` where the session has a live record of the day or week.
   */
  async create<Kind extends RecordKind>(
    kind: Kind,
    sessionId: number,
    day: CalendarDay,
    judgement: Partial<Judgement>,
    userId: number,
  ): Promise<RecordWritten<Kind>> {
    const calendar = await this.calendar.current();
    const field = RECORD_TABLES[kind].day;
    refuse(field, dayProblem(kind, calendar, day, this.clock.today()));
    try {
      return await this.db.transaction(async (tx) => {
        const session = await this.hold(tx, sessionId);
        refuse(field, beforeEntryProblem(field, day, session.entryDate));
        refuseClosed(session, sessionId);
        const remark = this.remark(judgement.evidenceNote ?? undefined, userId);
        return this.write(tx, kind, sessionId, session, calendar, async () => {
          const history = remark === undefined ? [] : [remark];
          const id = await insertRecord(tx, kind, { sessionId, day, judgement, history });
          await markLatest(tx, kind, sessionId);
          return id;
        });
      });
    } catch (error) {
      throw toDuplicateError(error, sessionId, day) ?? error;
    }
  }

  /**
   * Changes what a record says; its date stays. Other events or another phase leave it without evidence.
   * @throws AppError `invalid_input` for no change, `not_found`, `session_closed`, `version_changed` (412).
   */
  async edit<Kind extends RecordKind>(
    kind: Kind,
    id: number,
    changes: Partial<Judgement>,
    userId: number,
    isExpected?: VersionCheck,
  ): Promise<RecordWritten<Kind>> {
    if (Object.keys(changes).length === 0) {
      throw AppError.invalid('the body changes nothing; send at least one field');
    }
    const calendar = await this.calendar.current();
    return this.db.transaction(async (tx) => {
      const { session, record } = await this.holdRecord(tx, kind, id, isExpected);
      const remark = isNewRemark(record, changes.evidenceNote) ? this.remark(changes.evidenceNote, userId) : undefined;
      return this.write(tx, kind, record.sessionId, session, calendar, async () => {
        const evidenceIsOutdated = outdatesEvidence(record, changes);
        await keepingVersion(tx, kind, id, () => updateRecord(tx, kind, id, changes, { remark, evidenceIsOutdated }));
        return id;
      });
    });
  }

  /**
   * Takes changes back: the record says again what it said at a version, written by whom it was then. That is a change of
   * its own, which can be taken back too.
   * @throws AppError `not_found`, `session_closed`, `version_changed` (412), `version_gone` (409) where it is not kept.
   */
  async revert<Kind extends RecordKind>(
    kind: Kind,
    id: number,
    version: number,
    isExpected?: VersionCheck,
  ): Promise<RecordWritten<Kind>> {
    const calendar = await this.calendar.current();
    return this.db.transaction(async (tx) => {
      const { session, record } = await this.holdRecord(tx, kind, id, isExpected);
      return this.write(tx, kind, record.sessionId, session, calendar, async () => {
        await keepingVersion(tx, kind, id, async () => {
          if (!(await writeVersion(tx, kind, id, version))) throw versionGone(kind, id, version);
        });
        return id;
      });
    });
  }

  /**
   * Brings a deleted record back as it was, with its origin and remarks.
   * @throws AppError `not_found` for an id that never existed, `not_deleted` (400), `session_closed`, or the conflict of
   *   {@link create} where the day or week has a record again.
   */
  async restore<Kind extends RecordKind>(kind: Kind, id: number): Promise<RecordWritten<Kind>> {
    const calendar = await this.calendar.current();
    let place: Place | undefined;
    try {
      return await this.db.transaction(async (tx) => {
        const found = await findRecordKey(tx, kind, id);
        const session = found === undefined ? undefined : await holdSession(tx, found.sessionId);
        if (found === undefined || session === undefined) throw recordNotFound(kind, id);
        place = found;
        refuseClosed(session, found.sessionId);
        return this.write(tx, kind, found.sessionId, session, calendar, async () => {
          if (!(await undeleteRecord(tx, kind, id))) {
            throw AppError.invalid(`${kind} record ${id} is not deleted`, undefined, 'not_deleted');
          }
          await markLatest(tx, kind, found.sessionId);
          return id;
        });
      });
    } catch (error) {
      throw (place === undefined ? undefined : toDuplicateError(error, place.sessionId, place.day)) ?? error;
    }
  }

  /** @throws AppError `not_found`, `session_closed` or `version_changed` (412). */
  async delete(kind: RecordKind, id: number, isExpected?: VersionCheck): Promise<RecordEffects> {
    const calendar = await this.calendar.current();
    return this.db.transaction(async (tx) => {
      const { session, record } = await this.holdRecord(tx, kind, id, isExpected);
      return this.withEffects(tx, kind, record.sessionId, session, calendar, PERSON, async () => {
        await deleteRecord(tx, kind, id);
        await markLatest(tx, kind, record.sessionId);
        return [id];
      });
    });
  }

  /**
   * Writes what models judged, in the caller's transaction. Days are judged again under the session's lock: a record that a
   * person has written since the models were asked stands, unless it is the one of the newest day.
   * @param calendar Read before the transaction: a second connection might not be free.
   * @throws AppError `not_found` or `session_closed`.
   */
  async fillByAi<Kind extends RecordKind>(
    tx: Transaction,
    kind: Kind,
    fill: AiFill,
    calendar: TradingCalendar,
  ): Promise<AiFillWritten<Kind>> {
    const { sessionId, aiRunId, dataThrough } = fill;
    const session = await this.hold(tx, sessionId);
    refuseClosed(session, sessionId);
    const judged = fill.judged.filter(({ day }) => day >= session.entryDate).toSorted(newestFirst);
    const oldest = judged.at(-1)?.day ?? session.entryDate;
    const existing = await selectRecordIds(tx, kind, sessionId, recordKey(kind, oldest));
    const written: number[] = [];
    let overwritten = 0;
    const origin = { by: 'ai', run: fill.run } as const;
    const effects = await this.withEffects(tx, kind, sessionId, session, calendar, origin, async () => {
      for (const { day, judgement, evidence } of judged) {
        const ai = { aiRunId, dataThrough, evidence };
        const id = existing.get(recordKey(kind, day));
        if (id === undefined) {
          written.push(await insertRecord(tx, kind, { sessionId, day, judgement, history: [], ai }));
        } else if (day === fill.overwritable) {
          await keepingVersion(tx, kind, id, () => overwriteByAi(tx, kind, id, judgement, ai));
          written.push(id);
          overwritten += 1;
        }
      }
      await markLatest(tx, kind, sessionId);
      return written;
    });
    if (fill.consensus !== undefined) await setConsensus(tx, sessionId, fill.consensus, this.clock.now());
    const cleared = kind === 'weekly' ? await clearReviewDate(tx, sessionId) : undefined;
    return {
      records: await selectRecords(tx, kind, written),
      generated: written.length - overwritten,
      overwritten,
      sessionPhaseSync: effects.sessionPhaseSync ?? null,
      cycleAutoClose: effects.cycleAutoClose ?? null,
      reviewDateCleared: cleared ?? null,
    };
  }

  /** Runs a write that leaves a live record, and answers with it and with what the write did beside. */
  private async write<Kind extends RecordKind>(
    tx: Transaction,
    kind: Kind,
    sessionId: number,
    session: HeldSession,
    calendar: TradingCalendar,
    work: () => Promise<number>,
  ): Promise<RecordWritten<Kind>> {
    let id = 0;
    const effects = await this.withEffects(tx, kind, sessionId, session, calendar, PERSON, async () => [
      (id = await work()),
    ]);
    const record = await selectRecord(tx, kind, id);
    if (record === undefined) throw new Error(`the ${kind} record ${id} is gone in its own transaction`);
    return { record, ...effects };
  }

  private async withEffects(
    tx: Transaction,
    kind: RecordKind,
    sessionId: number,
    session: SessionPhase,
    calendar: TradingCalendar,
    origin: FactOrigin,
    work: () => Promise<readonly number[]>,
  ): Promise<RecordEffects> {
    const leadBefore = kind === 'weekly' ? await selectLeadWeek(tx, sessionId) : undefined;
    const before = await selectNewestRecord(tx, kind, sessionId);
    const writtenIds = await work();
    // Before the rules close the session: a closed one keeps what it has.
    await refreshInvalidation(tx, sessionId);
    const after = await selectNewestRecord(tx, kind, sessionId);
    await recordNewEvents(tx, kind, sessionId, { before, after }, origin);
    const sync =
      kind === 'weekly' ? await this.syncPhase(tx, sessionId, { writtenIds, leadBefore, session }, origin) : undefined;
    const autoClose = await this.closeByRules(tx, sessionId, calendar);
    return {
      ...(sync === undefined ? {} : { sessionPhaseSync: sync }),
      ...(autoClose === undefined ? {} : { cycleAutoClose: autoClose }),
    };
  }

  private async syncPhase(
    tx: Transaction,
    sessionId: number,
    write: Omit<WeeklyWrite, 'leadAfter' | 'by'>,
    origin: FactOrigin,
  ): Promise<PhaseSync | undefined> {
    const leadAfter = await selectLeadWeek(tx, sessionId);
    const sync = evaluatePhaseSync({ ...write, by: origin.by, leadAfter });
    if (sync?.changed === true) {
      await setPhaseByWeek(tx, sessionId, sync.to, this.clock.now());
      await recordPhaseChange(tx, sessionId, sync, origin);
    }
    return sync;
  }

  private async closeByRules(
    tx: Transaction,
    sessionId: number,
    calendar: TradingCalendar,
  ): Promise<CycleAutoClose | undefined> {
    const rules = await this.autoClose.listRules(tx, sessionId, calendar);
    if (rules.length === 0) return undefined;
    const closing = rules.map(({ rule }) => rule).filter((rule) => CLOSING_RULES.includes(rule));
    const applied = this.config.cycleAutoClose === 'apply' && closing.length > 0;
    if (applied) await endSession(tx, sessionId, `auto: ${closing.join(', ')}`, this.clock.now());
    return { shouldClose: true, applied, rules };
  }

  private async hold(tx: Transaction, sessionId: number): Promise<HeldSession> {
    const session = await holdSession(tx, sessionId);
    if (session === undefined) throw AppError.notFound(`session ${sessionId} does not exist`);
    return session;
  }

  /** The session's row first, then the record: two writers of one session never wait for each other in a circle. */
  private async holdRecord<Kind extends RecordKind>(
    tx: Transaction,
    kind: Kind,
    id: number,
    isExpected: VersionCheck | undefined,
  ): Promise<{ session: HeldSession; record: RecordOf[Kind] }> {
    const place = await findRecordKey(tx, kind, id);
    const session = place === undefined ? undefined : await holdSession(tx, place.sessionId);
    const record = session === undefined ? undefined : await selectRecord(tx, kind, id);
    if (session === undefined || record === undefined) throw recordNotFound(kind, id);
    refuseClosed(session, record.sessionId);
    if (isExpected !== undefined && !isExpected(record.version)) {
      throw versionChanged(`${kind} record ${id}`, record.version);
    }
    return { session, record };
  }

  private remark(note: string | null | undefined, userId: number): ManualRemark | undefined {
    return note === undefined ? undefined : { at: this.clock.now().toISOString(), userId, note };
  }
}

function newestFirst(one: { day: CalendarDay }, other: { day: CalendarDay }): number {
  return one.day < other.day ? 1 : -1;
}

/** What makes a record unique in its session: its day, or the Monday of its week. */
function recordKey(kind: RecordKind, day: CalendarDay): CalendarDay {
  return kind === 'daily' ? day : mondayOf(day);
}

function dayProblem(
  kind: RecordKind,
  calendar: TradingCalendar,
  day: CalendarDay,
  today: CalendarDay,
): string | undefined {
  return kind === 'daily' ? tradeDateProblem(calendar, day, today) : weekEndDateProblem(calendar, day, today);
}

/** A note is new where it differs from the stored one, or an AI wrote that. */
function isNewRemark(
  record: { evidenceNote: string | null; manualRemarkHistory: readonly ManualRemark[] },
  note: string | null | undefined,
): boolean {
  if (note === undefined) return false;
  if (note !== record.evidenceNote) return true;
  return note !== null && record.manualRemarkHistory.at(-1)?.note !== note;
}

function refuse(field: string, problem: string | undefined): void {
  if (problem !== undefined) throw AppError.invalid(problem, [{ field, message: problem }]);
}

function recordNotFound(kind: RecordKind, id: number): AppError {
  return AppError.notFound(`${kind} record ${id} does not exist`);
}

function versionGone(kind: RecordKind, id: number, version: number): AppError {
  return AppError.conflict('version_gone', `${kind} record ${id} keeps no version "${version}"`);
}

function refuseClosed(session: HeldSession, sessionId: number): void {
  if (session.isClosed) throw sessionClosed(sessionId);
}

function toDuplicateError(error: unknown, sessionId: number, day: CalendarDay): AppError | undefined {
  switch (constraintOf(error)) {
    case 'daily_record_one_a_day':
      return AppError.conflict(
        'duplicate_trade_day',
        `session ${sessionId} has a daily record of ${day} already; edit that one, or delete it first`,
      );
    case 'weekly_record_one_a_week':
      return AppError.conflict(
        'duplicate_week',
        `session ${sessionId} has a weekly record of the week of ${day} already; edit that one, or delete it first`,
      );
    default:
      return undefined;
  }
}
