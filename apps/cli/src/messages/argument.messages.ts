import { defineMessages } from './define-messages';

export const ARGUMENT_MESSAGES = defineMessages({
  zh: {
    day: '必须是日期，例如 2025-12-31。',
    amount: '必须是不小于 0 的数字。',
    count: '必须是不小于 1 的整数。',
    within: (least: number, most: number) => `必须是 ${least} 到 ${most} 的整数。`,
    atMost: (option: string, most: number) => `${option} 最多给 ${most} 个`,
    wholeNumbers: (count: number, least: number, most: number) =>
      `必须是 1 到 ${count} 个 ${least} 到 ${most} 的整数，以逗号分隔。`,
    named: '必须写成 名称=值，例如 window=5。',
    keyName: '名称须有 1 到 100 个字符。',
  },
  en: {
    day: 'It must be a day such as 2025-12-31.',
    amount: 'It must be a number, 0 or more.',
    count: 'It must be a whole number, 1 or more.',
    within: (least, most) => `It must be a whole number from ${least} to ${most}.`,
    atMost: (option, most) => `${option} takes at most ${most} ids`,
    wholeNumbers: (count, least, most) =>
      `It must be 1 to ${count} whole numbers from ${least} to ${most}, with commas between them.`,
    named: 'It must be name=value, such as window=5.',
    keyName: 'It must have 1 to 100 characters.',
  },
});
