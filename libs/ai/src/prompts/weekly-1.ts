import type { WeeklyQuestion } from '../domain/question';
import type { Prompt } from './prompt';
import { csvBlock } from './quoted-data';
import { DATA_RULE, sessionText } from './session-text';
import { VOCABULARY_TEXT } from './vocabulary-text';

const SYSTEM = `你是威科夫（Wyckoff）量价分析员，判断 A 股个股的周线。
先读月线背景，再逐周判断：每一周只能依据该周及之前的周期，不得使用之后的行情。没有把握的字段填 null 或空数组，宁缺毋滥。
outlook 是截至最后一根 K 线对后市的看法，只能是 上涨、下跌、震荡 之一。
字段与允许的词（只能用这些词，原样书写）：
${VOCABULARY_TEXT}
${DATA_RULE}`;

/** Version 1 of the weekly fill's prompt. */
export function weeklyPrompt1(question: WeeklyQuestion): Prompt {
  return {
    version: 'weekly-1',
    csv: question.csvText,
    system: SYSTEM,
    user: `任务：对下列每一周（以周末日期表示）各给出一条判断，放在 weeks 数组，date 用原样日期；code 填 ${question.session.code}；并给出 outlook。
weeks: ${question.weeks.join(', ')}

数据
${sessionText(question.session)}
periods（CSV，先月线后周线，前复权至 ${question.dataThrough}，成交量为股，成交额为元）:
${csvBlock(question.csvText)}`,
  };
}
