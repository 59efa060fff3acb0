import type { Schemas } from '../../api/client';
import { defineMessages } from '../../i18n/messages';

type Action = Schemas['AuditEventResponse']['action'];
type ActorKind = Schemas['AuditEventResponse']['actor']['kind'];

export const auditEventMessages = defineMessages({
  zh: {
    title: '操作记录',
    at: '时间',
    actor: '操作者',
    action: '操作',
    subject: '对象',
    details: '详情',
    day: '日期',
    all: '全部',
    none: '没有符合条件的操作记录。',
    more: '更多',
  },
  en: {
    title: 'Audit events',
    at: 'Time',
    actor: 'Who',
    action: 'What',
    subject: 'To',
    details: 'Details',
    day: 'Day',
    all: 'All',
    none: 'No event fits.',
    more: 'More',
  },
});

export const actionMessages = defineMessages({
  zh: {
    'login.failed': '登录失败',
    'user.created': '新建用户',
    'user.role_changed': '更改角色',
    'user.password_changed': '更改密码',
    'user.disabled': '停用用户',
    'user.enabled': '启用用户',
    'api_key.created': '新建 API 密钥',
    'api_key.revoked': '吊销 API 密钥',
    'market.import_started': '导入行情',
    'market.sync_started': '同步行情',
    'scan.started': '开始扫描',
    'scan.cancelled': '取消扫描',
    'drain.started': '开始批量补填',
    'drain.cancelled': '取消批量补填',
    'drain.continued': '继续批量补填',
    'replay.started': '开始回放',
    'replay.cancelled': '取消回放',
    'replay.continued': '继续回放',
    'ai_model.created': '新增模型',
    'ai_model.changed': '修改模型',
    'ai_model.deleted': '删除模型',
    'seo.import_started': '导入 SEO',
    'seo.import_undo_started': '撤销 SEO 导入',
    'seo.keyword_deleted': '删除关键词',
    'seo.keyword_restored': '恢复关键词',
    'seo.backlink_deleted': '删除外链',
    'seo.backlink_restored': '恢复外链',
    'backup.completed': '备份完成',
    'backup.failed': '备份失败',
    'database.restored': '恢复数据库',
  } satisfies Record<Action, string>,
  en: {
    'login.failed': 'Login failed',
    'user.created': 'User created',
    'user.role_changed': 'Role changed',
    'user.password_changed': 'Password changed',
    'user.disabled': 'User disabled',
    'user.enabled': 'User enabled',
    'api_key.created': 'API key created',
    'api_key.revoked': 'API key revoked',
    'market.import_started': 'Market import started',
    'market.sync_started': 'Market sync started',
    'scan.started': 'Scan started',
    'scan.cancelled': 'Scan cancelled',
    'drain.started': 'Drain started',
    'drain.cancelled': 'Drain cancelled',
    'drain.continued': 'Drain continued',
    'replay.started': 'Replay started',
    'replay.cancelled': 'Replay cancelled',
    'replay.continued': 'Replay continued',
    'ai_model.created': 'Model added',
    'ai_model.changed': 'Model changed',
    'ai_model.deleted': 'Model removed',
    'seo.import_started': 'SEO import started',
    'seo.import_undo_started': 'Undo of an SEO import started',
    'seo.keyword_deleted': 'Keyword deleted',
    'seo.keyword_restored': 'Keyword restored',
    'seo.backlink_deleted': 'Backlink deleted',
    'seo.backlink_restored': 'Backlink restored',
    'backup.completed': 'Backup completed',
    'backup.failed': 'Backup failed',
    'database.restored': 'Database restored',
  } satisfies Record<Action, string>,
});

/** In the order of the list to choose from. */
export const ACTIONS = Object.keys(actionMessages.zh) as readonly Action[];

export const actorKindMessages = defineMessages({
  zh: {
    login: '登录',
    api_key: 'API 密钥',
    command_line: '命令行',
    server: '服务器',
    unknown: '未知',
  } satisfies Record<ActorKind, string>,
  en: {
    login: 'login',
    api_key: 'API key',
    command_line: 'command line',
    server: 'server',
    unknown: 'unknown',
  },
});
