import { usePreferences } from '../../preferences/preferences';
import { getWeekday } from '../../records/calendar-days';

const NAMES = {
  zh: ['周一', '周二', '周三', '周四', '周五', '周六', '周日'],
  en: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
} as const;

/** The name of a day's weekday. */
export function useWeekday(): (day: string) => string {
  const { language } = usePreferences();
  return (day) => NAMES[language][getWeekday(day)] ?? '';
}
