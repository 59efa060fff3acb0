import type { DailyQuestion } from '../domain/question';
import { dailyCsv } from './daily-csv';
import type { Prompt } from './prompt';
import { csvBlock } from './quoted-data';
import { DATA_RULE, sessionText } from './session-text';
import { VOCABULARY_TEXT } from './vocabulary-text';

const SYSTEM = `你是威科夫（Wyckoff）量价分析员，判断 A 股个股的日线。
逐日判断：每一天只能依据当日及之前的 K 线，不得使用之后的行情。没有把握的字段填 null 或空数组，宁缺毋滥。
字段与允许的词（只能用这些词，原样书写）：
${VOCABULARY_TEXT}
${DATA_RULE}`;

/** Version 1 of the daily fill's prompt. */
export function dailyPrompt1(question: DailyQuestion): Prompt {
  const csv = dailyCsv(question);
  return {
    version: 'daily-1',
    csv,
    system: SYSTEM,
    user: `任务：对下列每个交易日各给出一条判断，放在 days 数组，date 用原样日期；code 填 ${question.session.code}。
days: ${question.days.join(', ')}

数据
${sessionText(question.session)}
bars（CSV，前复权至 ${question.dataThrough}，成交量为股，成交额为元，price_limit 为涨跌停收盘，judge=1 为需判断的日）:
${csvBlock(csv)}`,
  };
}
