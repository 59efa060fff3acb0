import type { Failure } from '../api/failure';
import type { Language } from '../preferences/preferences';

type Sentence = string | ((failure: Failure) => string);

const SOON = '请稍后再试。';

/** Why screens of money flow do not run. */
export const NO_MONEY_FLOW = '没有资金流向：需要 2000 积分的 Tushare 账户，并设置 MONEY_FLOW_SET';

/** Why screens of companies do not run. */
export const NO_REPORTS = '没有财务报表：需要 Tushare 账户，或导入财务数据';

/** By the server's stable word for what went wrong. What is missing here is shown as the server says it, in English. */
const CHINESE: Readonly<Record<string, Sentence>> = {
  unreachable: '连接不上服务器。已显示的内容保留，请稍后重试。',
  internal_error: '服务器出错了。请把请求编号告诉管理员。',
  unavailable: `服务暂时不可用，${SOON}`,
  rate_limited: ({ retryAfterSeconds }) => `请求太频繁，${later(retryAfterSeconds)}`,
  upload_damaged: '保存的文件不完整，请重新上传。',
  too_many_jobs: '进行中的任务太多，请等其中一个完成后再试。',
  too_many_waits: '同时等待的任务太多，请等其中一个完成后再试。',
  too_many_streams: '同时打开的实时进度太多，请关闭其他页面后再试。',
  rate_limits_unavailable: `暂时无法核对请求次数，${SOON}`,
  invalid_input: ({ message }) => `服务器不接受这些内容：${message}`,
  invalid_value: '有一个数值超出了可保存的范围。',
  not_found: '没有找到，可能已被删除。',
  duplicate: '已有相同的记录。',
  // Access
  unauthorized: '登录已失效，请重新登录。',
  forbidden: '没有权限。',
  administrator_only: '只有管理员可以这样做。',
  personal_key_only: '这里只接受个人 API 密钥，登录不行。',
  administrator_key_only: '这里只接受管理员的 API 密钥，请登录后再试。',
  administrator_needed: '第一位管理员不能停用，也不能降级。',
  login_required: 'API 密钥不能这样做，请登录。',
  key_in_address: '管理员的接口不接受放在网址里的密钥。',
  scope_missing: '这个 API 密钥没有所需的权限。',
  admin_scope: '只有第一位管理员的密钥可以有管理员接口的权限。',
  too_many_keys: '密钥已有 100 个，请先吊销一个。',
  common_password: '这个密码太常见，容易被猜到，请换一个。',
  unknown_host: '服务器不认识这个域名，请管理员把它加进 ALLOWED_HOSTS。',
  cross_site: '只能从本站的页面登录。',
  bad_credentials: '用户名或密码不对。',
  too_many_logins: ({ retryAfterSeconds }) => `登录失败次数太多，${later(retryAfterSeconds)}`,
  wrong_password: '现在的密码不对。',
  list_full: '列表最多 10000 个代码，请先移除一些。',
  username_taken: '用户名已被使用。',
  queue_board_read_only: '队列看板只能查看，不能操作。',
  // Sessions and records
  open_session_exists: ({ details }) => `该股票已有进行中的跟踪${formatId(details.sessionId)}，请先关闭它。`,
  already_closed: '跟踪已经关闭。',
  not_closed: '跟踪正在进行，只有已关闭的才能重新打开。',
  not_deleted: '没有被删除，无需恢复。',
  session_closed: '跟踪已关闭，记录已冻结；重新打开后才能修改。',
  too_many_drawings: '这个跟踪已有 100 条画线，请先删除一些。',
  version_changed: '在您读取之后，内容已被别人修改，请刷新后再试。',
  version_gone: '此记录的这个旧版本已不再保留。',
  duplicate_trade_day: '这个交易日已有日记录，请修改那一条，或先删除它。',
  duplicate_week: '这一周已有周记录，请修改那一条，或先删除它。',
  sessions_contended: `同时有人在打开和关闭跟踪，${SOON}`,
  // Scans, fills and drains
  range_too_long: '所选区间的交易日太多，请缩短区间。',
  no_trading_days: '所选区间没有交易日。',
  market_incomplete: '部分交易日的行情不完整，请先同步行情，或勾选“允许不完整的行情日”。',
  scan_ended: '扫描已经结束。',
  too_many_settings: '个人设置已达 50 项，请先删除一项。',
  demo_scan_failed: '演示行情的扫描没有完成，稍后会再试。',
  import_not_ended: '导入还没有结束，结束后才能撤销。',
  import_was_dry: '这是一次预览，没有写入，不需要撤销。',
  import_already_undone: '这次导入已经撤销过了。',
  import_changes_unknown: '较早版本做的导入，没有记下改动，不能撤销。',
  import_changes_pruned: '改动的记录已过保留期，不能再撤销。',
  drain_ended: '这次批量填充已经结束，没有剩下的跟踪。',
  drain_stopping: `这次批量填充正在停止，${SOON}`,
  drain_in_flight: '同一类的另一次批量填充正在进行，请等它结束。',
  replay_in_flight: '另一次回放正在进行，请等它结束。',
  replay_ended: '这次回放已经结束，没有剩下的日子。',
  replay_stopping: `这次回放正在停止，${SOON}`,
  drains_contended: `批量填充开始和结束得太频繁，${SOON}`,
  ai_not_configured: 'AI_MODELS 里有模型没有服务器：请在 AI_MODELS_FILE、控制台或 AI_BASE_URL 里设置。',
  model_of_operator: '这个名字的模型由服务器的设置给出，请在 AI_MODELS_FILE 或 AI_MODELS 里修改。',
  model_selected: 'AI_MODELS 里有这个模型：请先在那里去掉，或者停用它。',
  too_many_models: '控制台最多 9 个模型，请先删除一个。',
  ai_failed: ({ message }) => `没有模型给出回答：${message}`,
  budget_spent: '今天的 AI 预算已用完，明天继续，或请管理员调整预算。',
  user_budget_spent: '你今天的 AI 份额已用完，明天继续，或请管理员调整。',
  too_many_heavy_reads: `服务器正在处理较大的查询，${SOON}`,
  worker_lost: '处理任务的工作进程多次中断，任务已放弃。',
  too_many_bars: '文件中的行情数据太多，请分成几次导入。',
  ran_too_long: '任务运行超过了允许的时间，已停止。',
  interrupted: '处理任务的工作进程多次中断，任务已放弃。',
  timeout: '等待超时，请稍后再看。',
  job_cancelled: '任务已取消。',
  unknown_job: '没有工作进程认识这个任务，请把工作进程升级到新版本。',
  // Screens
  study_ended: '检验已经结束。',
  no_data_in_span: ({ details: { from, to } }) =>
    typeof from === 'string' && typeof to === 'string'
      ? `这一段没有行情，请选 ${from} 至 ${to} 之间的日子。`
      : '这一段没有行情。',
  study_not_completed: '检验还没有完成，没有样本。',
  too_many_hits: '命中太多，无法检验：请缩短时段或收紧条件。',
  screen_unavailable: (failure) => `这个选股现在不能运行：${screenLack(failure)}。`,
  needs_whole_market: '这个选股是在全市场中取最好的，无法只看一只股票。',
  no_data_on_day: ({ details: { from, to } }) =>
    typeof from === 'string' && typeof to === 'string'
      ? `这一天没有行情，请选 ${from} 至 ${to} 的交易日。`
      : '这一天没有行情。',
  run_too_long: '计算量太大，已停止：请缩短公式里的窗口或减少函数。',
  bars_loading: `行情还在读入内存，${SOON}`,
  scores_loading: `正在给全市场的公司评分，${SOON}`,
  screens_busy: `其他选股正在运行，${SOON}`,
  not_a_hit: '选中的股票里有的已不再命中，请重新运行。',
  screen_in_use: '有历史检验或提醒使用这个选股，不能删除。',
  name_taken: '这个名称已被使用，请换一个。',
  too_many_screens: '自编公式已有 200 个，请先删除一个。',
  not_your_screen: '只有作者和管理员可以修改这个公式。',
  // Notifications
  too_many_channels: '通知渠道已有 50 个，请先删除一个。',
  config_unreadable: '渠道的设置读不出来了，请重新填写。',
  too_many_rules: '通知规则已有 100 条，请先删除一条。',
  channel_disabled: '这个渠道已关闭，请先打开它。',
  // Market data
  no_market_data: ({ message }) => `没有所需的行情数据：${message}`,
  market_not_configured: '没有可同步的行情来源：请在“行情”页选择通达信，或带令牌的 Tushare。',
  set_by_environment: '行情来源由环境变量 MARKET_SOURCE 指定，只能在那里更改。',
  market_is_real: '数据库里已有真实行情，不能换成演示行情。',
  market_failed: ({ message }) => `行情源没有给出数据：${message}`,
  market_is_demo: '数据库里是演示行情。勾选“替换演示行情”并确认后才能换成真实数据。',
  market_changed: '计算期间行情数据有更新，请再试一次。',
  import_running: '另一个文件正在导入，等它结束后再上传。',
  import_ended: '导入已经结束。',
  sync_waits: '行情同步稍后继续。',
  not_diagnosable: '只有通达信的盘后数据包可以诊断（market doctor）。',
  // Files
  body_too_large: '内容超过服务器允许的大小。',
  empty_file: '文件是空的。',
  too_many_rows: '一个文件最多 10,000 行，请先筛选列表。',
  unreadable_file: ({ message }) => `文件无法读取：${message}`,
  bad_archive: ({ message }) => `压缩包不被接受：${message}`,
  bad_side_file: ({ message }) => `附带的文件不能用：${message}`,
  no_data_files: '里面没有这种格式的数据文件。',
  upload_incomplete: '上传中断，请重新上传。',
  // What the server itself needs
  no_worker: '没有工作进程在运行，任务无人处理。请启动工作进程后重试。',
  queue_unavailable: `任务队列暂时连接不上，${SOON}`,
  queue_busy: `相同的任务开始和结束得太频繁，${SOON}`,
  database_unavailable: `数据库没有响应，${SOON}`,
  server_stops: `这个服务进程正在停止，${SOON}`,
  migrations_pending: '数据库还没有升级到这个版本，请先运行迁移。',
  no_handles_left: `服务器打开的文件和连接太多，${SOON}`,
};

/** Where the page can say more than the server, which does not know what is on it. */
const ENGLISH: Readonly<Record<string, Sentence>> = {
  unreachable: 'The server can’t be reached. What is shown stays; try again in a moment.',
  market_is_demo:
    'The database holds the demo market. Tick “Replace the demo market” and confirm to bring in real data.',
};

/** What went wrong, in a sentence for people. */
export function failureSentence(failure: Failure, language: Language): string {
  const sentence = (language === 'zh' ? CHINESE : ENGLISH)[failure.code] ?? failure.message;
  return typeof sentence === 'string' ? sentence : sentence(failure);
}

function later(seconds: number | null): string {
  return seconds === null ? SOON : `请在 ${seconds} 秒后再试。`;
}

/** What the market lacks for a screen; the server's sentence where its word is not known here. */
function screenLack({ details: { lack, days }, message }: Failure): string {
  if (lack === 'bars') return '行情还没有数据';
  if (lack === 'complete_day') return '行情还没有完整的交易日';
  if (lack === 'money_flow') return NO_MONEY_FLOW;
  if (lack === 'reports') return NO_REPORTS;
  return lack === 'money_flow_of_days' && typeof days === 'string' ? `资金流向缺少 ${days}` : message;
}

function formatId(id: unknown): string {
  return typeof id === 'number' || typeof id === 'string' ? ` #${id}` : '';
}
