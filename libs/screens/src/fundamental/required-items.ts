import type { ParameterValues } from '../domain/screen-parameters';
import { CHECKLIST_KEYS } from '../domain/stock-company';

const NONE = 'none';

const item = (zh: string, en: string) =>
  ({ type: 'string', default: NONE, enum: [NONE, ...CHECKLIST_KEYS], zh, en }) as const;

/** Items of the checklist that every hit has its point of. A company whose checklist lacks one does not have the point. */
export const REQUIRED_ITEMS = {
  required_item: item('必须得分的项目', 'Required item'),
  required_item_2: item('必须得分的项目之二', 'Second required item'),
  required_item_3: item('必须得分的项目之三', 'Third required item'),
} as const;

export function requiredItems(values: ParameterValues<typeof REQUIRED_ITEMS>): string[] {
  return [values.required_item, values.required_item_2, values.required_item_3].filter((key) => key !== NONE);
}
