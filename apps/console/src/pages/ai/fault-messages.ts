import type { Schemas } from '../../api/client';
import { defineMessages, useMessages } from '../../i18n/messages';

const messages = defineMessages({
  zh: {
    unauthorized: '服务器拒绝此模型的密钥',
    rate_limited: '服务器说问得太勤',
    server_error: '服务器出错',
    unreachable: '连接不上服务器，或连接中断',
    timeout: '没有按时回答',
    redirected: '服务器转向别处，未跟随（AI_BASE_URL）',
    refused: '服务器拒绝请求；它认识这个模型吗（AI_MODELS）？',
    circuit_open: '刚才连续失败，熔断半分钟',
    budget_spent: '今日额度已用完',
    user_budget_spent: '此用户今日份额已用完',
    no_time: '剩余时间不够再问',
    asked_twice: '已问过两次，回答都丢失了',
    no_credit: '服务器账户余额或配额已用完',
    filtered: '服务器的内容审核拦下了回答',
    too_long: '问题超过模型能读的长度',
    prompt_truncated: '服务器截断了问题；请加大上下文长度',
    answer_truncated: '回答在长度上限处被截断（maxTokens）',
    no_slot: '模型的限额（并发、每分钟次数或 token）一直没有空位',
    not_configured: '模型没有地址或密钥',
  },
  en: {
    unauthorized: 'the server refuses the model’s key',
    rate_limited: 'the server says that it is asked too often',
    server_error: 'the server failed',
    unreachable: 'the server could not be reached, or broke the connection',
    timeout: 'no answer in time',
    redirected: 'the server redirects elsewhere, which is not followed (AI_BASE_URL)',
    refused: 'the server refuses the request; does it know the model (AI_MODELS)?',
    circuit_open: 'failed too often just now; left alone for half a minute',
    budget_spent: 'the day’s budget is spent',
    user_budget_spent: 'the user’s share of the day is spent',
    no_time: 'no time was left to ask',
    asked_twice: 'asked twice, and both answers were lost',
    no_credit: 'the account at the server has no credit or quota left',
    filtered: 'the server’s content filter withheld the answer',
    too_long: 'the question is longer than the model takes',
    prompt_truncated: 'the server cut the question; give it a longer context',
    answer_truncated: 'the answer was cut at its longest (maxTokens)',
    no_slot: 'the model’s limits (concurrency, calls or tokens a minute) left no slot',
    not_configured: 'the model has no address or no key',
  },
});

type Fault = Schemas['AiRunSummaryResponse']['fault'];

/** Why a model gave no answer, in words. */
export function useFaultText(): (code: Fault) => string {
  const t = useMessages(messages);
  return (code) => (code === null ? '' : t[code]);
}
