import { AppError, type CalendarDay } from '#lib/kernel';

/**
 * What the market has to have for every run, or for those that read money flow or reports; a client
 * has words for each.
 */
export type ScreenLack =
  | { readonly lack: 'bars' | 'complete_day' | 'money_flow' | 'reports' }
  | { readonly lack: 'money_flow_of_days'; readonly vendor: string; readonly days: readonly CalendarDay[] };

const NEEDS_FLOW = 'it needs 资金流向 (money flow: MONEY_FLOW_SET, a Tushare account with 2000 points)';

/** Why a screen can't be run, in English. */
export function describeLack(lack: ScreenLack): string {
  switch (lack.lack) {
    case 'bars':
      return 'the market has no bars yet';
    case 'complete_day':
      return 'the market has no complete day yet';
    case 'money_flow':
      return NEEDS_FLOW;
    case 'reports':
      return 'it needs 财务报表 (financial reports: a Tushare account, or an import)';
    case 'money_flow_of_days':
      return `${NEEDS_FLOW}; ${lack.vendor} has none of ${lack.days.join(', ')}`;
  }
}

/** That the market lacks what a screen needs (409). */
export function unavailable(lack: ScreenLack): AppError {
  const details = lack.lack === 'money_flow_of_days' ? { ...lack, days: lack.days.join(', ') } : lack;
  return AppError.conflict('screen_unavailable', `the screen can't be run: ${describeLack(lack)}`, details);
}
