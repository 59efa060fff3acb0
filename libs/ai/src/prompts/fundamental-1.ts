import type { FundamentalQuestion } from '../domain/question';
import type { Prompt } from './prompt';
import { csvBlock } from './quoted-data';
import { DATA_RULE, sessionText } from './session-text';

const SYSTEM = `你是 A 股基本面审核员。对清单中的每一项只回答得分（true）或不得分（false），并用一句中文说明理由。
只依据所给资料；资料不足以判断时回答 false，并在理由中写明资料不足。总分由程序计算，不要给出分数。
${DATA_RULE}`;

/** Version 1 of the prompt for the checklist's items that have no numbers. */
export function fundamentalPrompt1(question: FundamentalQuestion): Prompt {
  return {
    version: 'fundamental-1',
    csv: question.csvText,
    system: SYSTEM,
    user: `任务：对下列每一项给出判断，放在 items 数组，key 用原样名称；code 填 ${question.session.code}。
${question.items.map(({ key, label, rule }) => `${key}：${label}。得分条件：${rule}`).join('\n')}

数据（截至 ${question.dataThrough}）
${sessionText(question.session)}
company（CSV name,value；JSON 字符串）:
${csvBlock(question.csvText)}`,
  };
}
