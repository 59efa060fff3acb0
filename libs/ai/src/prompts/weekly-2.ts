import type { WeeklyQuestion } from '../domain/question';
import { contextText } from './context-text';
import { exampleText } from './example-text';
import type { Prompt } from './prompt';
import { csvBlock } from './quoted-data';
import { DATA_RULE, sessionText } from './session-text';
import { VOCABULARY_TEXT } from './vocabulary-text';
import { weeklyCsv } from './weekly-csv';

const SYSTEM = `你是威科夫（Wyckoff）量价分析员，判断 A 股个股的周线。
先读月线背景，再逐周判断：每一周只能依据该周及之前的周期，不得使用之后的行情。没有把握的字段填 null，列表填 []，宁缺毋滥。
outlook 是截至最后一根 K 线对后市的看法，只能是 上涨、下跌、震荡 之一。
字段与允许的词（只能用这些词，原样书写）：
${VOCABULARY_TEXT}
${exampleText('weeks')}
${DATA_RULE}`;

/** Version 2 of the weekly fill's prompt: as {@link dailyPrompt2}, and the running week explained. */
export function weeklyPrompt2(question: WeeklyQuestion): Prompt {
  const csv = weeklyCsv(question);
  return {
    version: 'weekly-2',
    csv,
    system: SYSTEM,
    user: `任务：对 weeks 的每一周各给出一条判断，放在 weeks 数组，date 用原样日期（即 CSV 的 week_end）；code 填 ${question.session.code}；并给出 outlook。
本周未完时，week_end 是本周最后一个交易日，行情只到 last_day（partial=1），同样要判断。
weeks: ${question.weeks.join(', ')}

数据
${sessionText(question.session)}
periods（CSV，先月线后周线，前复权至 ${question.dataThrough}；vol 万股，turn 换手率合计 %，chg 涨跌幅 %，bars 交易日数，vol52 日均量与 52 周之比，pos52 收盘在 52 周区间的位置 0–1，dd52 距 52 周最高 %）:
${csvBlock(csv)}${contextText(question.context)}`,
  };
}
