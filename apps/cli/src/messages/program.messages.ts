import { defineMessages } from './define-messages';

export const PROGRAM_MESSAGES = defineMessages({
  zh: {
    description: '股票周期的运维命令。有服务在运行时与它共用数据，否则自行启动所需部分，用完即停。',
    json: '结果以一个 JSON 文档输出',
    lang: '帮助与结果的语言；不给出时看系统的语言环境',
    help: '显示帮助',
    helpCommand: '显示某个命令的帮助',
    usage: '用法：',
    arguments: '参数：',
    options: '选项：',
    globalOptions: '全局选项：',
    commands: '命令：',
    anyOptions: '[选项]',
    anyCommand: '[命令]',
    choices: (list: string) => `可选：${list}`,
    fallback: (value: string) => `默认：${value}`,
    inBrackets: (text: string) => `（${text}）`,
    listed: (names: readonly string[]) => names.join('、'),
    epilogue:
      '结果写到标准输出，进度与错误写到标准错误。\n退出码：0 全部完成，1 被拒绝或失败，2 用法错误。\n' +
      '没有安装 stock-cycle 时写作 npm run cli -- …；每个命令都有 --help，说明与示例见 docs/command-line.md。',
    opening: '正在打开数据库 …',
    administratorCreated: (name: string, password: string) =>
      `已创建管理员 "${name}"，密码 ${password}（只显示这一次）`,
  },
  en: {
    description:
      'The operator’s commands of Stock Cycle. They join the running server, or start what they need and stop it again.',
    json: 'print the result as one JSON document',
    lang: 'language of help and results; left out: that of the system',
    help: 'show help',
    helpCommand: 'show the help of a command',
    usage: 'Usage:',
    arguments: 'Arguments:',
    options: 'Options:',
    globalOptions: 'Global options:',
    commands: 'Commands:',
    anyOptions: '[options]',
    anyCommand: '[command]',
    choices: (list) => `choices: ${list}`,
    fallback: (value) => `default: ${value}`,
    inBrackets: (text) => ` (${text})`,
    listed: (names) => names.join(', '),
    epilogue:
      'Results go to standard output, progress and complaints to standard error.\n' +
      'Exit codes: 0 all done, 1 refused or failed, 2 bad usage.\n' +
      'Where stock-cycle is not installed it is npm run cli -- … Every command has --help; docs/command-line.md tells ' +
      'more, with examples.',
    opening: 'Opening the database …',
    administratorCreated: (name, password) =>
      `Created the administrator "${name}" with the password ${password} (shown this once)`,
  },
});
