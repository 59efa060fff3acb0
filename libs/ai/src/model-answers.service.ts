import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { AppError, type CalendarDay } from '#lib/kernel';
import type { Judgement } from '#lib/tracking';
import type { ChatErrorCode } from './domain/chat-error-code';
import type { AnswerError, Outlook } from './domain/answer';
import { mergeAnswers } from './domain/merge-answers';
import { ModelListService } from './model-list/model-list.service';
import type { AiRunOutcome } from './domain/run';
import {
  type AnswerScore,
  type RunOfDay,
  selectCodeOfSession,
  selectRunsOfDay,
} from './persistence/model-answers.query';
import { ReplaysService } from './replays/replays.service';
import { type OutcomeAfter, TrackRecordService } from './track-record/track-record.service';

/** One model's answer about a day or week. */
export interface AnswerOfModel {
  model: string;
  /** Of the prompt or the rules. */
  version: string | null;
  aiRunId: number;
  dataThrough: CalendarDay;
  /** It knew bars after the day. */
  hindsight: boolean;
  replay: boolean;
  outcome: AiRunOutcome;
  fault: ChatErrorCode | null;
  /** Null if it gave none of this day. */
  judgement: Judgement | null;
  outlook: Outlook | null;
  errors: AnswerError[];
  scores: AnswerScore[];
}

/** The answers of all models about one day. */
export interface AnswersOfDay {
  code: string;
  kind: 'daily' | 'weekly';
  date: CalendarDay;
  models: AnswerOfModel[];
  /** Their merged answer; null if none has a judgement of the day. */
  merged: Judgement | null;
  consensus: Outlook | null;
  after: OutcomeAfter[];
}

/** Compares the answers of models to fills, drains and replays. */
@Injectable()
export class ModelAnswersService {
  constructor(
    private readonly db: Database,
    private readonly replays: ReplaysService,
    private readonly trackRecord: TrackRecordService,
    private readonly list: ModelListService,
  ) {}

  /** The models' answers about a session's day or week, without replays. @throws AppError `not_found`. */
  async compareForSession(sessionId: number, kind: 'daily' | 'weekly', date: CalendarDay): Promise<AnswersOfDay> {
    const code = await selectCodeOfSession(this.db, sessionId);
    if (code === undefined) throw AppError.notFound(`session ${sessionId} does not exist`);
    return this.compare({ code, kind, date }, await selectRunsOfDay(this.db, { subject: { sessionId }, kind, date }));
  }

  /** Their answers about a stock's day in a replay. @throws AppError `not_found`. */
  async compareForReplay(replayId: number, code: string, date: CalendarDay): Promise<AnswersOfDay> {
    const { kind } = await this.replays.get(replayId);
    const runs = await selectRunsOfDay(this.db, { subject: { replayId, code }, kind, date });
    return this.compare({ code, kind, date }, runs);
  }

  private async compare(
    of: Pick<AnswersOfDay, 'code' | 'kind' | 'date'>,
    found: readonly RunOfDay[],
  ): Promise<AnswersOfDay> {
    const listed = (await this.list.listSelected()).map(({ name }) => name);
    const getPosition = ({ model }: RunOfDay) => (listed.includes(model) ? listed.indexOf(model) : listed.length);
    const runs = [...found].sort((a, b) => getPosition(a) - getPosition(b));
    const merged = mergeAnswers(
      runs.map(({ model, answer, errors }) => ({ model, answer: answer === null ? null : { ...answer, errors } })),
    );
    return {
      ...of,
      models: runs.map((run) => toAnswerOfModel(run, of.date)),
      merged: merged.judgements.find(({ date }) => date === of.date)?.judgement ?? null,
      consensus: merged.consensus,
      after: await this.trackRecord.outcomesAfter(of.code, of.date),
    };
  }
}

function toAnswerOfModel(run: RunOfDay, day: CalendarDay): AnswerOfModel {
  const { answer, errors, ...view } = run;
  return {
    ...view,
    hindsight: run.dataThrough > day,
    judgement: answer?.judgements.find(({ date }) => date === day)?.judgement ?? null,
    outlook: answer?.outlook ?? null,
    errors: errors.filter(({ date }) => date === null || date === day),
  };
}
