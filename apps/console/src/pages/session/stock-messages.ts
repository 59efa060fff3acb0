import type { Schemas } from '../../api/client';
import { defineMessages } from '../../i18n/messages';

type Board = Schemas['StockResponse']['board'];

/** Where a stock is traded. */
export const boardMessages = defineMessages({
  zh: { main: '主板', chinext: '创业板', star: '科创板', bse: '北交所' } satisfies Record<Board, string>,
  en: { main: 'Main board', chinext: 'ChiNext', star: 'STAR', bse: 'BSE' },
});
