import { defineMessages } from './define-messages';

/** What a person is told when a command ends early. */
export const FAILURE_MESSAGES = defineMessages({
  zh: {
    unknownOption: (flag: string) => `没有选项 ${flag}`,
    unknownCommand: (name: string) => `没有命令 ${name}`,
    meant: (name: string) => `，是不是 ${name}？`,
    missingArgument: (name: string) => `缺少参数 <${name}>`,
    missingValue: (flags: string) => `选项 ${flags} 缺少值`,
    missingOption: (flags: string) => `必须给出选项 ${flags}`,
    tooMany: (wanted: string, given: string) => `参数过多：需要 ${wanted} 个，给了 ${given} 个`,
    badOption: (flags: string, value: string, why: string) => `选项 ${flags} 的值 ${value} 无效：${why}`,
    badArgument: (name: string, value: string, why: string) => `参数 <${name}> 的值 ${value} 无效：${why}`,
    choices: (list: string) => `可选 ${list}。`,
    interrupted: (signal: string) => `被 ${signal} 中止`,
    unexpected: (reason: string) => `出现了不该发生的错误：${reason}`,
  },
  en: {
    unknownOption: (flag) => `unknown option '${flag}'`,
    unknownCommand: (name) => `unknown command '${name}'`,
    meant: (name) => ` (did you mean ${name}?)`,
    missingArgument: (name) => `missing required argument '${name}'`,
    missingValue: (flags) => `option '${flags}' needs a value`,
    missingOption: (flags) => `required option '${flags}' not specified`,
    tooMany: (wanted, given) => `too many arguments: ${wanted} expected, ${given} given`,
    badOption: (flags, value, why) => `option '${flags}': '${value}' is invalid. ${why}`,
    badArgument: (name, value, why) => `argument <${name}>: '${value}' is invalid. ${why}`,
    choices: (list) => `Allowed choices are ${list}.`,
    interrupted: (signal) => `stopped by ${signal}`,
    unexpected: (reason) => `this should not have happened: ${reason}`,
  },
});
