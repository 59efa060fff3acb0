import { defineMessages } from '../../i18n/messages';

/** The list of what a new user may do first, and the fill of the market. */
export const firstStepsMessages = defineMessages({
  zh: {
    title: '上手清单',
    market: '选择行情',
    scan: '第一次扫描',
    review: '写第一条记录',
    password: '换成自己的密码',
    done: '已完成',
    dismiss: '不再显示上手清单',
    dismissed: '上手清单不再显示',
    filling: '正在补齐行情',
    waitsUntil: (time: string) => `等待中，${time} 继续`,
    rest: (time: string) => `约还需 ${time}`,
    there: (from: string, to: string) => `已有 ${from} – ${to}：可看 K 线、建跟踪、写记录。`,
    scanLater: '扫描需要区间之前 360 个交易日，补齐后可用。',
    follow: '查看进度',
  },
  en: {
    title: 'First steps',
    market: 'Market',
    scan: 'Scan',
    review: 'Record',
    password: 'Own password',
    done: 'done',
    dismiss: 'Do not show the first steps again',
    dismissed: 'The first steps are no longer shown',
    filling: 'Filling the market',
    waitsUntil: (time: string) => `Waits, goes on at ${time}`,
    rest: (time: string) => `about ${time} left`,
    there: (from: string, to: string) => `Here already: ${from} – ${to}. Charts, sessions and records work on it.`,
    scanLater: 'A scan needs 360 trading days before its range; it works after the fill.',
    follow: 'Follow it',
  },
});
