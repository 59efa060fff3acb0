import type { Transaction } from '#lib/database';
import type { DailyQuestion, WeeklyQuestion } from '../domain/question';
import { extractJudgements } from '../domain/track-record/extract-judgements';
import type { PanelAnswer } from '../panel';
import { insertJudgements } from '../persistence/judgements.query';

/**
 * Stores each model's judgements of the direction of the price, in the transaction of the fill.
 * `replay`: whether the program's clock was set, or the question is of a replay: such judgements are counted separately.
 */
export async function keepJudgements(
  tx: Transaction,
  question: DailyQuestion | WeeklyQuestion,
  { models, aiRunIds }: PanelAnswer,
  { replay, replayId }: { replay: boolean; replayId: number | null },
): Promise<void> {
  const { session, dataThrough } = question;
  const { code, sessionId } = session;
  await insertJudgements(
    tx,
    models.flatMap(({ model, answer }, index) =>
      answer === null
        ? []
        : extractJudgements(question, answer).map((judgement) => ({
            ...judgement,
            model,
            code,
            sessionId,
            dataThrough,
            replay,
            replayId,
            aiRunId: aiRunIds[index] ?? null,
          })),
    ),
  );
}
