/** Sentences of the program that an operator may meet, with what stands for them in Chinese; `$1` is what varies. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^(?:(--\w+): )?there is no file or folder (.+)$/, '没有文件或文件夹 $2'],
  [/^(--\w+): there is no file (.+)$/, '$1：没有文件 $2'],
  [/^there is no file (.+)$/, '没有文件 $1'],
  [/^there is no folder (.+)$/, '没有文件夹 $1'],
  [/^there is no (\.\w+) file in (.+)$/, '$2 里没有 $1 文件'],
  [/^there is a file (.+) already; --force replaces it$/, '文件 $1 已存在；--force 会替换它'],
  [/^there is no such user$/, '没有这个用户'],
  [/^there is no such API key$/, '没有这个 API 密钥'],
  [/^there is a user named (.+) already$/, '已有名为 $1 的用户'],
  [/^username must be 1 to (\d+) letters, digits or (.+)$/, '用户名须为 1 到 $1 个字母、数字或 $2'],
  [/^the first administrator can be neither disabled nor demoted$/, '第一位管理员不能停用，也不能降级'],
  [/^the database does not answer; try again shortly$/, '数据库没有响应，请稍后再试'],
  [
    /^the data folder is in use by "(.+)" \(process (\d+)(.*)\); .+$/,
    '数据文件夹正被 "$1"（进程 $2$3）占用；请先停止它，或另设 DATA_DIR',
  ],
  [/^the running server is of an older build; .+$/, '正在运行的服务是较旧的版本；请停止后再试'],
  [/^the database was migrated by a newer build \((.+)\); .+$/, '数据库已由更新的版本迁移（$1）；请改用那个版本'],
  [
    /^the database of DATABASE_URL is not at the schema of this build \(it lacks (\d+) migrations\); .+$/,
    'DATABASE_URL 的数据库不是本版本的结构（缺 $1 个迁移）；请用 npm start 或 prepare.js 迁移，迁移前的备份请用它原来的版本做',
  ],
  [/^PostgreSQL 14 or later is needed, the server is (.+)$/, '需要 PostgreSQL 14 或更新，服务器是 $1'],
  [/^PostgreSQL did not start: (.+)$/, 'PostgreSQL 没有启动：$1'],
  [/^the database holds the demo market; .+$/, '数据库里是演示行情；--replace-demo 会删除它和由它产生的会话'],
  [/^there is no such import$/, '没有这次导入'],
  [/^the import has not ended yet; .+$/, '导入还没有结束，结束后才能撤销'],
  [/^the import was a dry run and stored nothing$/, '这是试运行，没有写入，不需要撤销'],
  [/^the import has been undone already$/, '这次导入已经撤销过了'],
  [/^the import was made by an earlier version, .+$/, '较早版本做的导入，没有记下改动，不能撤销'],
  [
    /^what the import changed is kept for (\d+) days .+$/,
    '改动的记录只保留 $1 天（KEEP_IMPORT_CHANGES_DAYS），已被删除，不能撤销',
  ],
  [/^another import changes the market now; .+$/, '另一个导入正在更改行情，请等它结束'],
  [
    /^market data come from Tushare only with .+$/,
    '要从 Tushare 取行情，须设置 MARKET_SOURCE=tushare 与 TUSHARE_TOKEN 后重启',
  ],
  [/^from (\S+) lies after today$/, '开始日期 $1 在今天之后'],
  [/^from (\S+) is after "to"; swap them$/, '开始日期 $1 在结束日期之后，请对调'],
  [/^start_date (\S+) is after end_date (\S+); .+$/, '开始日期 $1 在结束日期 $2 之后，请对调'],
  [/^circ_mkt_min_yi (\S+) is above circ_mkt_max_yi (\S+); .+$/, '市值下限 $1 高于上限 $2，请对调'],
  [/^there is no trading day from (\S+) to (\S+)$/, '$1 至 $2 没有交易日'],
  [
    /^the range has (\d+) trading days, at most (\d+) are allowed; .+$/,
    '区间有 $1 个交易日，最多 $2 个；请选更短的区间',
  ],
  [/^(\S+) has no (\d+) trading days before it$/, '$1 之前没有 $2 个交易日'],
  [
    /^market data: .+ not complete: (.+); sync them, or send allow_incomplete: true to scan all the same$/,
    '行情不完整：$1；请先同步，或加 --allow-incomplete 照样扫描',
  ],
  [/^session (\d+) does not exist$/, '会话 $1 不存在'],
  [/^(\d+) sessions do not exist: (.+)$/, '有 $1 个会话不存在：$2'],
  [/^the file is not a backup of Stock Cycle$/, '这个文件不是股票周期的备份'],
  [/^the backup is damaged \((.+)\); nothing was changed$/, '备份已损坏（$1）；什么都没有改变'],
  [/^the backup was made by a newer build(?: \((.+)\))?; use that build$/, '备份来自更新的版本；请改用那个版本'],
  [
    /^a server or a worker runs on this database; .+$/,
    '有服务或工作进程正在使用这个数据库；请先停止它（被强行结束的还会算 15 秒）',
  ],
  [/^the database is not empty \((.+)\); .+$/, '数据库不是空的（$1）；--replace --yes 会放弃现有内容'],
  [/^another program works on the database; .+$/, '另一个程序正在使用数据库；请停止它后再试'],
  [/^(\w+) must be a whole number from (\d+) to (\d+)$/, '$1 必须是 $2 到 $3 的整数'],
  [/^(\w+) must be one of (.+)$/, '$1 必须是 $2 之一'],
  [/^(\w+) must be on or off$/, '$1 必须是 on 或 off'],
  [/^(\w+) must be a URL that starts with (.+)$/, '$1 必须是以 $2 开头的网址'],
  [/^(\w+) must be an ISO 8601 instant such as (.+)$/, '$1 必须是 ISO 8601 时刻，例如 $2'],
  [/^(\w+) must have at least (\d+) characters$/, '$1 至少要有 $2 个字符'],
  [/^(\w+) must be set when NODE_ENV=production$/, 'NODE_ENV=production 时必须设置 $1'],
];

/** A sentence of the program in Chinese; where there is none, as it is. */
export function inChinese(sentence: string): string {
  const known = SENTENCES.find(([pattern]) => pattern.test(sentence));
  return known === undefined ? sentence : sentence.replace(known[0], known[1]);
}
