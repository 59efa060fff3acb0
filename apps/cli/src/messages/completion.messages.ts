import { defineMessages } from './define-messages';

export const COMPLETION_MESSAGES = defineMessages({
  zh: {
    completion: '输出让终端补全 stock-cycle 命令的脚本',
    shell: '哪种终端',
  },
  en: {
    completion: 'print a script with which a shell completes the command stock-cycle',
    shell: 'which shell',
  },
});
