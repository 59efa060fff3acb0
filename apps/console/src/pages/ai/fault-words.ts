import { defineWords, useWords } from '../../words/words';

const words = defineWords({
  zh: {
    unauthorized: '服务器拒绝密钥（AI_API_KEY）',
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
  },
  en: {
    unauthorized: 'the server refuses the key (AI_API_KEY)',
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
  },
});

/** Why a model gave no answer, in words; a code that is not known stays as it is. */
export function useFaultWords(): (code: string | null) => string {
  const say = useWords(words);
  return (code) => {
    if (code === null) return '';
    return code in say ? say[code as keyof typeof say] : code;
  };
}
