import { type SqlRunner, wireColumnsOf } from '#lib/database';
import type { AuditReport } from '../domain/audit-check';
import { StoredAuditReport } from './stored-audit-report.entity';

const COLUMNS = wireColumnsOf(StoredAuditReport, '', ['checkedAt', 'checks']);

/** The newest report; undefined before the first. */
export async function selectLatestReport(sql: SqlRunner): Promise<AuditReport | undefined> {
  const [report] = await sql.query<AuditReport>(`select ${COLUMNS} from audit_report order by id desc limit 1`);
  return report;
}
