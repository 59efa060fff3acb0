import { jsonPairsOf } from '#lib/database';
import { SELECT_MARKET_SOURCE, type StoredMarketSource } from '#lib/market-data';
import { prepareSessionDetail } from '#lib/tracking';
import { AiJudgement } from './ai-judgement.entity';
import { AiJudgementScore } from './ai-judgement-score.entity';

const OF_SESSION = [
  ...(['model', 'version', 'kind', 'period', 'periodEnd', 'value', 'dataThrough'] as const),
  ...(['hindsight', 'replay', 'aiRunId'] as const),
] as const;

/** How a judgement did over one horizon. */
export interface JudgementScore extends Pick<
  AiJudgementScore,
  'horizon' | 'state' | 'exitDate' | 'returnPct' | 'excessPct' | 'counted'
> {
  right: boolean | null;
}

/** A judgement of a session with how it did, for people. */
export interface SessionJudgement extends Pick<AiJudgement, (typeof OF_SESSION)[number]> {
  scores: JudgementScore[];
}

/** A session's page shows so many of its judgements: those of forty weeks by a panel of five. */
const SHOWN_JUDGEMENTS = 200;

const SCORES = `coalesce((
  select json_agg(json_build_object(${jsonPairsOf(AiJudgementScore, '', ['horizon', 'state', 'exitDate'])},
    'returnPct', round(return_pct::numeric, 2), 'excessPct', round(excess_pct::numeric, 2), 'right', is_right,
    'counted', counted)
    order by horizon)
  from ai_judgement_score where judgement_id = j.id), '[]')`;

/** The newest judgements of a session `s`, newest first, as a JSON array. */
const JUDGEMENTS = `coalesce((
  select json_agg(json_build_object(${jsonPairsOf(AiJudgement, 'j', OF_SESSION)}, 'scores', ${SCORES})
    order by j.data_through desc, j.id desc)
  from (
    select * from ai_judgement where session_id = s.id and replay_id is null
    order by data_through desc, id desc limit ${SHOWN_JUDGEMENTS}
  ) j), '[]')`;

/** What a session's page shows that the session does not keep. */
export interface SessionContext {
  aiJudgements: SessionJudgement[];
  marketSource: StoredMarketSource;
}

/** A session's whole page in one statement: readers see it as of one moment, and it is one round trip. */
export const SELECT_JUDGED_SESSION = prepareSessionDetail<SessionContext>(
  'select_judged_session',
  `json_build_object('aiJudgements', ${JUDGEMENTS}, 'marketSource', ${SELECT_MARKET_SOURCE})`,
);
