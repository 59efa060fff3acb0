import { Gauge, type Registry } from 'prom-client';
import { type AuditReport, countDifferences } from '#lib/upkeep';

/** What the newest self-audit found. */
export function registerAuditMetrics(registry: Registry): {
  set: (report: AuditReport | null) => void;
  forget: () => void;
} {
  const differences = new Gauge({
    name: 'self_audit_differences',
    help: 'Figures that the newest self-audit found to differ from how they come out another way',
    registers: [registry],
  });
  const checkedAt = new Gauge({
    name: 'self_audit_timestamp_seconds',
    help: 'When the newest self-audit was made, by the business clock',
    registers: [registry],
  });
  const forget = (): void => {
    differences.remove();
    checkedAt.remove();
  };
  forget();
  return {
    set: (report) => {
      if (report === null) return;
      differences.set(countDifferences(report));
      checkedAt.set(Date.parse(report.checkedAt) / 1000);
    },
    forget,
  };
}
