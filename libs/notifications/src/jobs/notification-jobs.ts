import { evaluateRulesJob } from './evaluate-rules.job';

export const NOTIFICATION_JOBS = [evaluateRulesJob];
