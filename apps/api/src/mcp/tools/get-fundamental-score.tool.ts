import { Injectable } from '@nestjs/common';
import { FundamentalScoreService } from '#lib/ai';
import { argumentsOf, type JsonSchema, objectOf } from '../json-schema';
import type { ReplySchemas } from '../reply-schemas';
import { renderTable } from '../text-table';
import type { ToolAnswer } from '../tool-answer';
import { AgentTool } from './agent-tool';
import { FindSession, SESSION_OR_CODE, type SessionArguments } from './find-session';

@Injectable()
export class GetFundamentalScoreTool extends AgentTool<SessionArguments> {
  readonly name = 'get_fundamental_score';
  readonly title = 'Fundamental score';
  readonly description =
    'The newest score of the company of a tracked stock by a checklist of 20 points, item by item with its reason and what ' +
    'decided it (data, a model, or nothing), as of published statements. Descriptive, not advice.';
  readonly input = argumentsOf(SESSION_OR_CODE);

  constructor(
    private readonly find: FindSession,
    private readonly scores: FundamentalScoreService,
  ) {
    super();
  }

  output(replies: ReplySchemas) {
    const score: JsonSchema = { ...replies.get('KeptFundamentalScoreResponse'), type: ['object', 'null'] };
    return objectOf({
      sessionId: { type: 'integer' },
      scored: { type: 'boolean', description: 'False: the company was not scored yet' },
      score,
      scores: { type: 'integer', description: 'Scores that are kept of this session' },
    });
  }

  async run(given: SessionArguments): Promise<ToolAnswer> {
    const sessionId = await this.find.find(given);
    const { scores, total } = await this.scores.history(sessionId, { limit: 1, offset: 0 });
    const score = scores[0] ?? null;
    const data = { sessionId, scored: score !== null, score, scores: total };
    if (score === null) return { data, text: `Session ${sessionId} was not scored yet.`, rows: 0 };
    const table = renderTable(score.items, [
      { title: 'item', cell: ({ label }) => label },
      { title: 'points', cell: ({ points }) => points },
      { title: 'decided by', cell: ({ decidedBy }) => decidedBy },
      { title: 'reason', cell: ({ reason }) => reason },
    ]);
    const decided = `${score.available} items by data, ${score.judged} by a model`;
    return { data, text: `${score.score} of 20 on ${score.asOf}; ${decided}\n${table}`, rows: score.items.length };
  }
}
