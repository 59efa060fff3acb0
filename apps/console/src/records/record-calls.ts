import { api, readData, type Schemas } from '../api/client';

export type RecordKind = 'daily' | 'weekly';
export type AnyRecord = Schemas['DailyRecordResponse'] | Schemas['WeeklyRecordResponse'];
export type Judgement = Schemas['JudgementBody'];

/** What a write led to in addition to the record itself. */
export interface Consequences {
  readonly sessionPhaseSync?: Schemas['SessionPhaseSyncResponse'] | null;
  readonly cycleAutoClose?: Schemas['CycleAutoCloseResponse'] | null;
  readonly reviewDateCleared?: Schemas['WeeklyFillResponse']['reviewDateCleared'];
}

export function getDay(record: AnyRecord): string {
  return 'tradeDate' in record ? record.tradeDate : record.weekEndDate;
}

/** What a record says, in the spelling of a body. */
export function toJudgement(record: AnyRecord): Required<Judgement> {
  return {
    supply_demand: record.supplyDemand,
    align_flag: record.alignFlag,
    primary_phase_hint: record.primaryPhaseHint,
    cycle_sub_tags: record.cycleSubTags,
    cycle_events: record.cycleEvents,
    evidence_note: record.evidenceNote,
  };
}

/** A record as a write left it, and what else that led to. */
export interface Written extends Consequences {
  readonly record: AnyRecord;
}

export async function create(sessionId: number, kind: RecordKind, day: string, judgement: Judgement): Promise<Written> {
  const params = { path: { id: sessionId } };
  return kind === 'daily'
    ? written(
        readData(api.POST('/api/stock-cycle/sessions/{id}/daily', { params, body: { ...judgement, trade_date: day } })),
      )
    : written(
        readData(
          api.POST('/api/stock-cycle/sessions/{id}/weekly', { params, body: { ...judgement, week_end_date: day } }),
        ),
      );
}

export function edit(kind: RecordKind, record: AnyRecord, body: Judgement): Promise<Written> {
  const header = ifMatch(record);
  return kind === 'daily'
    ? written(
        readData(
          api.PATCH('/api/stock-cycle/daily/{dailyId}', { params: { path: { dailyId: record.id }, header }, body }),
        ),
      )
    : written(
        readData(
          api.PATCH('/api/stock-cycle/weekly/{weeklyId}', { params: { path: { weeklyId: record.id }, header }, body }),
        ),
      );
}

export function revert(kind: RecordKind, record: AnyRecord, version: number): Promise<Written> {
  const header = ifMatch(record);
  const body = { version };
  return kind === 'daily'
    ? written(
        readData(
          api.POST('/api/stock-cycle/daily/{dailyId}/revert', {
            params: { path: { dailyId: record.id }, header },
            body,
          }),
        ),
      )
    : written(
        readData(
          api.POST('/api/stock-cycle/weekly/{weeklyId}/revert', {
            params: { path: { weeklyId: record.id }, header },
            body,
          }),
        ),
      );
}

export function remove(kind: RecordKind, record: AnyRecord): Promise<Consequences> {
  const header = ifMatch(record);
  return kind === 'daily'
    ? readData(api.DELETE('/api/stock-cycle/daily/{dailyId}', { params: { path: { dailyId: record.id }, header } }))
    : readData(api.DELETE('/api/stock-cycle/weekly/{weeklyId}', { params: { path: { weeklyId: record.id }, header } }));
}

/** A deleted record comes back as it was, not as a new one. */
export function restore(kind: RecordKind, { id }: AnyRecord): Promise<Consequences> {
  return kind === 'daily'
    ? readData(api.POST('/api/stock-cycle/daily/{dailyId}/restore', { params: { path: { dailyId: id } } }))
    : readData(api.POST('/api/stock-cycle/weekly/{weeklyId}/restore', { params: { path: { weeklyId: id } } }));
}

/** The ETag of the version that a change was made from. */
function ifMatch({ version }: AnyRecord): { 'If-Match': string } {
  return { 'If-Match': `"${version}"` };
}

async function written(
  response: Promise<Schemas['DailyWrittenResponse'] | Schemas['WeeklyWrittenResponse']>,
): Promise<Written> {
  const data = await response;
  return { ...data, record: 'daily' in data ? data.daily : data.weekly };
}
