import type { ParameterValues } from '../domain/screen-parameters';
import type { StockCompany } from '../domain/stock-company';
import type { EXCLUSION_THRESHOLDS } from './thresholds';

type Values = ParameterValues<typeof EXCLUSION_THRESHOLDS> & { readonly template: string };

/**
 * Whether no exclusion (排雷) meets the company. What is not known, or does not apply, excludes nobody. Years of loss don't
 * exclude those that the turnaround looks for.
 */
export function passesExclusions(company: StockCompany, values: Values): boolean {
  const { goodwill_max: goodwill, receivables_lead_max: lead, pledge_max: pledge, loss_years_max: years } = values;
  return !(
    company.measure('cleanAudit') === 0 ||
    company.measure('goodwillPct') > goodwill ||
    company.measure('receivablesLeadPoints') > lead ||
    company.measure('pledgePct') > pledge ||
    (values.template !== 'turnaround' && company.measure('lossYears') > years)
  );
}
