import { scoreFundamentalJob } from '../fundamental/score-fundamental.job';
import { scoreJudgementsJob } from '../track-record/score-judgements.job';
import { drainLaneJob } from './drain-lane.job';
import { dryRunFillJob } from './dry-run-fill.job';
import { fillDailyJob } from './fill-daily.job';
import { fillMissingDaysJob } from './fill-missing-days.job';
import { fillWeeklyJob } from './fill-weekly.job';
import { replayLaneJob } from './replay-lane.job';
import { scoreReplayJob } from './score-replay.job';

export const AI_JOBS = [
  scoreFundamentalJob,
  scoreJudgementsJob,
  fillDailyJob,
  fillMissingDaysJob,
  fillWeeklyJob,
  dryRunFillJob,
  drainLaneJob,
  replayLaneJob,
  scoreReplayJob,
];
