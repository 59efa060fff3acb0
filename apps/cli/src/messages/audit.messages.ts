import { defineMessages } from './define-messages';

export const AUDIT_MESSAGES = defineMessages({
  zh: {
    audit: '抽样用另一种算法复核存储的数字；有差异时退出码为 1',
    check: '项目',
    compared: '比较',
    differences: '差异',
    line: (subject: string, stored: string, recomputed: string) => `${subject}，存储 ${stored}，复算 ${recomputed}`,
    differ: (count: number) => `有 ${count} 处差异`,
  },
  en: {
    audit: 'compute samples of the stored figures another way; exit code 1 where any differs',
    check: 'Check',
    compared: 'Compared',
    differences: 'Differences',
    line: (subject, stored, recomputed) => `${subject}: stored ${stored}, recomputed ${recomputed}`,
    differ: (count) => `${count} figures differ`,
  },
});
