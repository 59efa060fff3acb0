import type { ModelAnswer } from '../domain/answer';
import type { AiQuestion, DailyQuestion, WeeklyQuestion } from '../domain/question';
import type { PanelCall } from '../panel';
import { beginRun, finishRun } from '../persistence/ai-run-write.query';
import { questionCsv } from '../prompts/question-csv';
import type { AiModel, ModelOutcome } from './ai-model';
import { questionHash } from './question-hash';

export const RULES = 'rules';

/** The rules: a pure function of the question. They read bars, so they do not evaluate a company. */
export interface Rules {
  /** Changes with any of their thresholds: a run contains the version of its rules. */
  version: string;
  answer: (question: DailyQuestion | WeeklyQuestion) => ModelAnswer;
}

const SILENCE: ModelAnswer = { judgements: [], outlook: null, items: [], errors: [] };

/** Our own model: no server, no prompt, no cost. Its runs are evidence like the others'. */
export class RulesModel implements AiModel {
  readonly name = RULES;

  constructor(
    private readonly rules: Rules,
    private readonly replay: boolean,
  ) {}

  async answer(question: AiQuestion, call: PanelCall): Promise<ModelOutcome> {
    const hash = questionHash(question, this.rules.version);
    const answer = question.kind === 'fundamental' ? SILENCE : this.rules.answer(question);
    return call.fenced(async (tx) => {
      const run = await beginRun(tx, {
        jobId: call.jobId,
        sessionId: question.session.sessionId,
        code: question.session.code,
        kind: question.kind,
        model: RULES,
        questionHash: hash,
        promptVersion: this.rules.version,
        dataThrough: question.dataThrough,
        replay: this.replay || call.replayId !== undefined,
        replayId: call.replayId ?? null,
        prompt: null,
        csv: questionCsv(question),
        madeFor: call.madeFor ?? null,
      });
      if (run.answer === null) await finishRun(tx, run.id, answer);
      return { model: RULES, runId: run.id, prompt: null, answer: run.answer ?? answer, error: null };
    });
  }
}
