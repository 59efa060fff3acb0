import type { FundamentalQuestion } from '../domain/question';
import { itemsExampleText } from './example-text';
import type { Prompt } from './prompt';
import { csvBlock } from './quoted-data';
import { DATA_RULE, sessionText } from './session-text';

const SYSTEM = `你是 A 股基本面审核员。对清单中的每一项回答得分（true）、不得分（false）或无法判断（null），并用一句中文说明理由。
只依据所给资料；资料不足以判断时回答 null，并在理由中写明缺什么。总分由程序计算，不要给出分数。
${itemsExampleText()}
${DATA_RULE}`;

/**
 * Version 2 of the prompt for the checklist's items that have no numbers: an example of the answer, and without the session's
 * note, which could argue for points.
 */
export function fundamentalPrompt2(question: FundamentalQuestion): Prompt {
  return {
    version: 'fundamental-2',
    csv: question.csvText,
    system: SYSTEM,
    user: `任务：对下列每一项给出判断，放在 items 数组，key 用原样名称；code 填 ${question.session.code}。
${question.items.map(({ key, label, rule }) => `${key}：${label}。得分条件：${rule}`).join('\n')}

数据（截至 ${question.dataThrough}）
${sessionText({ ...question.session, summaryNote: undefined })}
company（CSV name,value；JSON 字符串）:
${csvBlock(question.csvText)}`,
  };
}
