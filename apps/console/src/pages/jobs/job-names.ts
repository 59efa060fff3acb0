import type { paths } from '../../api/openapi';
import { defineMessages, useMessages } from '../../i18n/messages';

/** Every kind of job, as the list's filter has them: a kind without words here does not compile. */
export type JobName = NonNullable<NonNullable<paths['/api/jobs']['get']['parameters']['query']>['name']>;

type Names = Readonly<Record<JobName, string>>;

const messages = defineMessages({
  zh: {
    'jobs.prune': '清理旧任务',
    'upkeep.retention': '清理过期数据',
    'upkeep.self-audit': '数据自查',
    'backup.nightly': '每夜备份',
    'market.grow-demo': '延长演示行情',
    'demo.create-work': '准备演示数据',
    'market.sync': '同步行情',
    'market.read-files': '读入行情文件夹',
    'market.import': '导入行情文件',
    'scan.batch': '地量扫描（一批）',
    'scan.batch2': '地量扫描（一批）',
    'scan.range': '地量扫描（全市场一段）',
    'positions.import': '导入持仓',
    'positions.replace': '以文件替换持仓',
    'holdings.import': '由持仓建跟踪',
    'notifications.evaluate': '检查通知规则',
    'study.run': '历史检验',
    'study.library': '检验全部选股',
    'fundamental.score': '基本面评分',
    'ai.fill-daily': 'AI 填日记录',
    'ai.fill-missing-days': 'AI 补日记录',
    'ai.fill-weekly': 'AI 填周记录',
    'ai.dry-run-fill': 'AI 填写预览',
    'ai.drain-lane': '批量补填（一路）',
    'ai.replay-lane': '回放模型（一路）',
    'ai.score-replay': '给回放计分',
    'ai.score-judgements': '给判断计分',
    'cyq.sync': '刷新筹码',
    'cyq.sync-market': '刷新全市场筹码',
    'seo.import': '导入 SEO 文件',
    'seo.undo': '撤销 SEO 导入',
  } satisfies Names,
  en: {
    'jobs.prune': 'Delete old jobs',
    'upkeep.retention': 'Delete expired rows',
    'upkeep.self-audit': 'Self-audit',
    'backup.nightly': 'Nightly backup',
    'market.grow-demo': 'Grow the demo market',
    'demo.create-work': 'Prepare the demo’s samples',
    'market.sync': 'Sync the market',
    'market.read-files': 'Read the market folder',
    'market.import': 'Import market files',
    'scan.batch': 'Scan, one batch',
    'scan.batch2': 'Scan, one batch',
    'scan.range': 'Scan, a range of the market',
    'positions.import': 'Import positions',
    'positions.replace': 'Replace positions by a file',
    'holdings.import': 'Sessions from holdings',
    'notifications.evaluate': 'Check the rules of notifications',
    'study.run': 'Study of a screen',
    'study.library': 'Studies of all screens',
    'fundamental.score': 'Score fundamentals',
    'ai.fill-daily': 'Fill daily records',
    'ai.fill-missing-days': 'Fill missing daily records',
    'ai.fill-weekly': 'Fill weekly records',
    'ai.dry-run-fill': 'Preview an AI fill',
    'ai.drain-lane': 'Drain, one lane',
    'ai.replay-lane': 'Replay, one lane',
    'ai.score-replay': 'Score a replay',
    'ai.score-judgements': 'Score judgements',
    'cyq.sync': 'Refresh chips',
    'cyq.sync-market': 'Refresh chips of the market',
    'seo.import': 'Import an SEO file',
    'seo.undo': 'Undo an SEO import',
  },
});

/** In the order in which they are offered. */
export const JOB_NAMES = Object.keys(messages.zh) as JobName[];

/** What a job does, in words; a kind that is gone keeps its own name. */
export function useJobNames(): (name: string) => string {
  const t: Readonly<Record<string, string>> = useMessages(messages);
  return (name) => t[name] ?? name;
}
