import { formatsIn } from '../../i18n/formats-in';
import { type EvidenceColumn, formatEvidence, shownColumns } from './evidence';

const column = (unit: EvidenceColumn['unit']): EvidenceColumn => ({
  ...{ key: 'k', unit, zh: '列', en: 'Column' },
  ...(unit === 'text' ? { values: { wake: { zh: '放量启动', en: 'Woke up' } } } : {}),
});
const show = (unit: EvidenceColumn['unit'], value: unknown, language: 'zh' | 'en' = 'zh') =>
  formatEvidence(column(unit), value, { formats: formatsIn(language), language, today: '2026-11-20' });

it.each([
  ['pct', -12.345, '−12.35%', '−12.35%'],
  ['times', 2.5, '2.50×', '2.50×'],
  ['yuan', 1598.2, '1,598.20', '1,598.20'],
  ['yi', 12.5, '12.50亿', '1.25B'],
  ['lots', 25_000, '2.50万手', '2.50M'],
  ['bars', 12, '12', '12'],
  ['count', 3, '3', '3'],
  ['score', 0.61234, '0.6123', '0.6123'],
  ['number', 1234, '1,234', '1,234'],
  ['number', 12.345, '12.35', '12.35'],
  ['yesNo', true, '是', 'Yes'],
  ['yesNo', 0, '否', 'No'],
  ['date', '2026-11-19', '11-19', '11-19'],
  ['date', '2025-11-19', '25-11-19', '25-11-19'],
  ['text', 'wake', '放量启动', 'Woke up'],
  ['text', 'of_a_later_version', 'of_a_later_version', 'of_a_later_version'],
  ['pct', null, '—', '—'],
  ['number', Number.NaN, '—', '—'],
  ['times', undefined, '—', '—'],
] as const)('shows %s %j as %s, in English as %s', (unit, value, zh, en) => {
  expect(show(unit, value)).toBe(zh);
  expect(show(unit, value, 'en')).toBe(en);
});

it('leaves out the condition that has no name: it is true of every hit', () => {
  const named = { ...column('number'), key: '量比' };
  expect(shownColumns([named, { ...column('number'), key: 'RESULT' }])).toEqual([named]);
});
