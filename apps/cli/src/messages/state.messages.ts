import { defineMessages } from './define-messages';

/** States of what runs in the background. */
export const STATE_MESSAGES = defineMessages({
  zh: {
    queued: '排队中',
    running: '运行中',
    waiting: '等待中',
    completed: '已完成',
    failed: '失败',
    cancelled: '已取消',
    stopped: '提前停止',
    filled: '已填写',
    skipped: '跳过',
    pending: '待处理',
  },
  en: {
    queued: 'queued',
    running: 'running',
    waiting: 'waiting',
    completed: 'completed',
    failed: 'failed',
    cancelled: 'cancelled',
    stopped: 'stopped',
    filled: 'filled',
    skipped: 'skipped',
    pending: 'pending',
  },
});
