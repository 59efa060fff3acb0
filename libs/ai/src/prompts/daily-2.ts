import type { DailyQuestion } from '../domain/question';
import { contextText } from './context-text';
import { dailyCsv } from './daily-csv';
import { exampleText } from './example-text';
import type { Prompt } from './prompt';
import { csvBlock } from './quoted-data';
import { DATA_RULE, sessionText } from './session-text';
import { VOCABULARY_TEXT } from './vocabulary-text';

const SYSTEM = `你是威科夫（Wyckoff）量价分析员，判断 A 股个股的日线。
逐日判断：每一天只能依据当日及之前的 K 线，不得使用之后的行情。没有把握的字段填 null，列表填 []，宁缺毋滥。
字段与允许的词（只能用这些词，原样书写）：
${VOCABULARY_TEXT}
${exampleText('days')}
${DATA_RULE}`;

/**
 * Version 2 of the daily fill's prompt: an example of the answer, no facts to guess, numbers rounded, what is known in
 * addition to the bars.
 */
export function dailyPrompt2(question: DailyQuestion): Prompt {
  const csv = dailyCsv(question);
  return {
    version: 'daily-2',
    csv,
    system: SYSTEM,
    user: `任务：对 days 的每个交易日各给出一条判断，放在 days 数组，date 用原样日期；code 填 ${question.session.code}。
days: ${question.days.join(', ')}

数据
${sessionText(question.session)}
bars（CSV，先是窗口之前的 K 线，后是带日期的窗口；前复权至 ${question.dataThrough}，价格单位为分，vol 万股，turn 换手率 %，chg 涨跌幅 %，limit 涨跌停收盘。evidence_note 中价格写元）:
${csvBlock(csv)}${contextText(question.context)}`,
  };
}
