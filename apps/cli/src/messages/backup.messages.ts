import { defineMessages } from './define-messages';
import { groupDigits } from './group-digits';

/** Of `backup` and `restore`. */
export const BACKUP_MESSAGES = defineMessages({
  zh: {
    backupInShort: '把整个数据库写到一个文件，服务运行时也可以',
    restoreInShort: '把数据库恢复成备份时的样子',
    backup:
      '把整个数据库写到一个压缩文件，服务运行时也可以。文件里有密码与密钥的哈希，只有所有者可读；登录状态与限流计数不在其中',
    backupFile: '要写的文件，例如 stock-cycle.backup',
    replaceFile: '文件已存在时替换它',
    restore: '把数据库恢复成备份时的样子；要么全部恢复，要么什么都不变。恢复后所有人需重新登录',
    restoreFile: '由 backup 写的文件',
    replace: '放弃数据库现有的内容（须同时给出 --yes）',
    yes: '确认放弃现有内容',
    restoreForce: '服务或工作进程在运行时也恢复',
    needsYes: '--replace 会放弃数据库现有的全部内容；确定的话请加上 --yes',
    backingUp: '备份',
    restoring: '恢复',
    progress: (done: number, total: number, table: string) => `${groupDigits(done)}/${groupDigits(total)} 行，${table}`,
    backedUp: (file: string, tables: number, rows: number, size: string) =>
      `${file}：${tables} 张表，${groupDigits(rows)} 行，${size}。`,
    restored: (created: string, tables: number, rows: number) =>
      `已恢复 ${created} 的备份：${tables} 张表，${groupDigits(rows)} 行。`,
    migrated: (steps: number) => `数据已从较旧的版本迁移（${steps} 步）。`,
    list: '列出数据文件夹里每夜的备份',
    verify: '从头到尾读一遍备份，检查它是否完整；什么都不改变',
    dayTitle: '日期',
    sizeTitle: '大小',
    fileTitle: '文件',
    noBackups: '还没有每夜的备份',
    verified: (file: string, created: string, tables: number, rows: number) =>
      `${file} 完整：${created} 的备份，${tables} 张表，${groupDigits(rows)} 行。`,
    notOurs: (tables: readonly string[]) => `备份里有本程序不认识的表，恢复时不会带上：${tables.join('、')}`,
    leftOut: (tables: readonly string[]) => `备份里有本程序不认识的表，没有恢复：${tables.join('、')}`,
    jobs: (count: number) => `${count} 个未完成的任务重新排队，有工作进程时继续。`,
  },
  en: {
    backupInShort: 'write the whole database to one file, also while the server runs',
    restoreInShort: 'make the database what it was when the backup was made',
    backup:
      'write the whole database to one compressed file, also while the server runs; it holds the hashes of passwords and ' +
      'keys and only its owner may read it; logins and counters of limits are not in it',
    backupFile: 'the file to write, such as stock-cycle.backup',
    replaceFile: 'replace an existing file',
    restore:
      'make the database what it was when the backup was made, or change nothing; everybody signs in again afterwards',
    restoreFile: 'a file that backup wrote',
    replace: 'give up what the database holds (needs --yes too)',
    yes: 'yes, give it up',
    restoreForce: 'restore under a running server or worker',
    needsYes: '--replace gives up all that the database holds; add --yes if that is meant',
    backingUp: 'Backing up',
    restoring: 'Restoring',
    progress: (done, total, table) => `${groupDigits(done)}/${groupDigits(total)} rows, ${table}`,
    backedUp: (file, tables, rows, size) => `${file}: ${tables} tables, ${groupDigits(rows)} rows, ${size}.`,
    restored: (created, tables, rows) =>
      `Restored the backup of ${created}: ${tables} tables, ${groupDigits(rows)} rows.`,
    migrated: (steps) => `The data were migrated from an older build (${steps} steps).`,
    list: 'list the nightly backups of the data folder',
    verify: 'read a backup from its beginning to its end and check that it is whole; changes nothing',
    dayTitle: 'day',
    sizeTitle: 'size',
    fileTitle: 'file',
    noBackups: 'there are no nightly backups yet',
    verified: (file, created, tables, rows) =>
      `${file} is whole: the backup of ${created}, ${tables} tables, ${groupDigits(rows)} rows.`,
    notOurs: (tables) =>
      `the backup also holds tables that are not ours; a restore leaves them out: ${tables.join(', ')}`,
    leftOut: (tables) => `the backup also holds tables that are not ours; they were left out: ${tables.join(', ')}`,
    jobs: (count) => `${count} unfinished jobs are queued again and go on where a worker runs.`,
  },
});
