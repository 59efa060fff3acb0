import type { ErrorDetails } from '#lib/kernel';

/** What went wrong, for programs: the code of an error, and its values. */
export interface Failure {
  readonly code: string;
  readonly details: ErrorDetails;
}

/** A message; undefined if the details name no case that has one. */
type Message = string | ((details: ErrorDetails) => string | undefined);

/** By the resource that an error of the code `not_found` names. */
const MISSING: Readonly<Record<string, Message>> = {
  user: '没有这个用户',
  api_key: '没有这个 API 密钥',
  seo_import: '没有这次导入',
  screen: () => '没有这个选股，全部选股见 screen list',
  study: ({ id }) => `检验 ${id} 不存在`,
  session: ({ id }) => `会话 ${id} 不存在`,
  sessions: ({ count, ids }) => `有 ${count} 个会话不存在：${ids}`,
};

/** By the reason that an error of the code `invalid_input` names. */
const INVALID: Readonly<Record<string, Message>> = {
  bad_username: ({ longest, signs }) => `用户名须为 1 到 ${longest} 个字母、数字或 ${signs}`,
  range_in_future: ({ from }) => `开始日期 ${from} 在今天之后`,
  range_reversed: ({ from, to }) => `开始日期 ${from} 在结束日期 ${to} 之后，请对调`,
  caps_reversed: ({ least, most }) => `市值下限 ${least} 高于上限 ${most}，请对调`,
  too_few_days_before: ({ from, tradingDays }) => `${from} 之前没有 ${tradingDays} 个交易日`,
};

/** By the code of an error, as programs see it. */
const CHINESE: Readonly<Record<string, Message>> = {
  not_found: (details) => pickMessage(MISSING, details['resource'], details),
  invalid_input: (details) => pickMessage(INVALID, details['reason'], details),
  // Files and folders
  path_not_found: ({ path, option, folder }) => {
    if (path === undefined) return undefined;
    const kind = folder === true ? '文件或文件夹' : '文件';
    return option === undefined ? `没有${kind} ${path}` : `${option}：没有${kind} ${path}`;
  },
  folder_not_found: ({ folder }) => `没有文件夹 ${folder}`,
  no_data_files: ({ source, ending }) => `${source} 里没有 ${ending} 文件`,
  backup_exists: ({ file }) => `文件 ${file} 已存在；--force 会替换它`,
  data_dir_in_use: ({ command, pid, host }) =>
    `数据文件夹正被 "${command}"（进程 ${pid}${host === null ? '' : ` on ${host}`}）占用；请先停止它，或另设 DATA_DIR`,
  // Accounts
  username_taken: ({ username }) => `已有名为 ${username} 的用户`,
  administrator_needed: '第一位管理员不能停用，也不能降级',
  // The database
  database_unavailable: '数据库没有响应，请稍后再试',
  database_newer: ({ names }) => `数据库已由更新的版本迁移（${names}）；请改用那个版本`,
  database_older: ({ pending }) =>
    `DATABASE_URL 的数据库不是本版本的结构（缺 ${pending} 个迁移）；请用 npm start 或 prepare.js 迁移，迁移前的备份请用它原来的版本做`,
  database_unsuitable: ({ serverVersion }) =>
    serverVersion === undefined ? undefined : `需要 PostgreSQL 14 或更新，服务器是 ${serverVersion}`,
  database_busy: '另一个程序正在使用数据库；请停止它后再试',
  database_not_empty: ({ names }) => `数据库不是空的（${names}）；--replace --yes 会放弃现有内容`,
  postgres_did_not_start: ({ reason }) => `PostgreSQL 没有启动：${reason}`,
  server_older: '正在运行的服务是较旧的版本；请停止后再试',
  server_running: '有服务或工作进程正在使用这个数据库；请先停止它（被强行结束的还会算 15 秒）',
  // Backups
  not_a_backup: '这个文件不是股票周期的备份',
  backup_damaged: ({ reason }) => `备份已损坏（${reason}）；什么都没有改变`,
  backup_newer: '备份来自更新的版本；请改用那个版本',
  // Market data
  market_is_demo: '数据库里是演示行情；--replace-demo 会删除它和由它产生的会话',
  market_not_configured:
    '要同步行情，须在控制台选择来源，或设置 MARKET_SOURCE=tdx，或 MARKET_SOURCE=tushare 与 TUSHARE_TOKEN',
  market_incomplete: ({ incompleteDays, first, last }) =>
    `行情不完整：${incompleteDays} 天（${first} 至 ${last}）；请先同步，或加 --allow-incomplete 照样扫描`,
  import_running: '另一个导入正在更改行情，请等它结束',
  // Scans
  no_trading_days: ({ from, to }) => `${from} 至 ${to} 没有交易日`,
  range_too_long: ({ tradingDays, maxTradingDays }) =>
    `区间有 ${tradingDays} 个交易日，最多 ${maxTradingDays} 个；请选更短的区间`,
  // Screens
  screen_unavailable: '行情还没有这个选股所需的数据',
  no_data_on_day: ({ from, to }) => `这一天没有行情；请选 ${from} 至 ${to} 的交易日`,
  run_too_long: '计算量太大，已停止；请缩短公式里的窗口或减少函数',
  // Studies
  no_data_in_span: ({ from, to }) => {
    if (from === undefined) return undefined;
    return from === null ? '行情里还没有数据' : `区间里没有行情；请选 ${from} 至 ${to} 之间的日子`;
  },
  // SEO imports
  import_not_ended: '导入还没有结束，结束后才能撤销',
  import_was_dry: '这是试运行，没有写入，不需要撤销',
  import_already_undone: '这次导入已经撤销过了',
  import_changes_unknown: '较早版本做的导入，没有记下改动，不能撤销',
  import_changes_pruned: ({ keepDays }) =>
    `改动的记录只保留 ${keepDays} 天（KEEP_IMPORT_CHANGES_DAYS），已被删除，不能撤销`,
  // Settings
  setting_not_integer: ({ setting, least, most }) => `${setting} 必须是 ${least} 到 ${most} 的整数`,
  setting_not_allowed: ({ setting, allowed }) => `${setting} 必须是 ${allowed} 之一`,
  setting_not_flag: ({ setting }) => `${setting} 必须是 on 或 off`,
  setting_not_url: ({ setting, start }) => `${setting} 必须是以 ${start} 开头的网址`,
  setting_not_instant: ({ setting, example }) => `${setting} 必须是 ISO 8601 时刻，例如 ${example}`,
  setting_too_short: ({ setting, least }) => `${setting} 至少要有 ${least} 个字符`,
  setting_missing: ({ setting }) => `NODE_ENV=production 时必须设置 ${setting}`,
};

/** The failure in Chinese; undefined if there is no message for it. */
export function describeInChinese({ code, details }: Failure): string | undefined {
  return pickMessage(CHINESE, code, details);
}

function pickMessage(
  messages: Readonly<Record<string, Message>>,
  name: ErrorDetails[string] | undefined,
  details: ErrorDetails,
): string | undefined {
  const message = typeof name === 'string' && Object.hasOwn(messages, name) ? messages[name] : undefined;
  return typeof message === 'function' ? message(details) : message;
}
