import { defineMessages } from './define-messages';

export const AI_MESSAGES = defineMessages({
  zh: {
    group: 'AI 模型为会话做的事',
    drain: '填写队列中等待的所有会话',
    continueDrain: '继续已结束的批次：剩下的会话和失败的会话',
    drainId: '批次编号',
    queue: '哪个队列',
    stopped: (message: string, id: number) => `提前停止：${message}；处理后运行 stock-cycle ai continue ${id}`,
    byFewer: (count: number) => `${count} 个会话缺少部分模型的回答`,
    modelFault: (model: string, code: string, count: number, sessions: number) =>
      `模型 ${model}：${code} ${count} 次，${sessions} 个会话没有它的回答`,
    filling: '填写',
    progress: (done: number, all: number, failed: number) => `${done}/${all} 个会话，失败 ${failed}`,
    daily: '日线',
    weekly: '周线',
    summary: (id: number, kind: string, day: string, status: string) =>
      `批次 ${id}（${kind}，行情至 ${day}）${status}：`,
    sessions: (filled: number, all: number, skipped: number, failed: number) =>
      `${all} 个会话中填写 ${filled}，跳过 ${skipped}，失败 ${failed}；`,
    records: (generated: number, overwritten: number) => `写入 ${generated} 条记录，覆盖 ${overwritten} 条。`,
    outcome: (status: string, count: number, reason: string, codes: string) =>
      `${status} ${count}：${reason}（${codes}）`,
    notCompleted: (id: number, what: string) => `批次 ${id}：${what}`,
    someFailed: (count: number) => `${count} 个会话失败`,
  },
  en: {
    group: 'what AI models do for tracking sessions',
    drain: 'fill all sessions that wait in a queue',
    continueDrain: 'go on with a drain that has ended: what it left, and what failed',
    drainId: 'the id of the drain',
    queue: 'which queue',
    stopped: (message, id) => `Stopped early: ${message}. When that is repaired: stock-cycle ai continue ${id}`,
    byFewer: (count) => `${count} sessions were filled without an answer of every model`,
    modelFault: (model, code, count, sessions) =>
      `model ${model}: ${code} ${count} times, ${sessions} sessions ended without it`,
    filling: 'Filling',
    progress: (done, all, failed) => `${done}/${all} sessions, ${failed} failed`,
    daily: 'daily',
    weekly: 'weekly',
    summary: (id, kind, day, status) => `Drain ${id} (${kind}, bars up to ${day}) ${status}: `,
    sessions: (filled, all, skipped, failed) =>
      `${filled} of ${all} sessions filled, ${skipped} skipped, ${failed} failed; `,
    records: (generated, overwritten) => `${generated} records written, ${overwritten} written over.`,
    outcome: (status, count, reason, codes) => `${status} ${count}: ${reason} (${codes})`,
    notCompleted: (id, what) => `drain ${id}: ${what}`,
    someFailed: (count) => `${count} sessions failed`,
  },
});
