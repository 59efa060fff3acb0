import { ANSWER_FIELD_KEYS, ANSWER_FIELDS } from '../answers/answer-fields';

const VALUES: Readonly<Record<keyof typeof ANSWER_FIELDS, unknown>> = {
  supplyDemand: 'balanced',
  alignFlag: null,
  primaryPhaseHint: 'accumulation',
  cycleSubTags: ['phase_b'],
  cycleEvents: [],
  evidenceNote: '…',
};

/**
 * One object with every key of an answer about days or weeks. Some servers take a JSON schema and ignore it; what a model is
 * not given here, it then has to guess.
 */
export function exampleText(list: 'days' | 'weeks'): string {
  const fields = ANSWER_FIELD_KEYS.map((key) => [ANSWER_FIELDS[key].name, VALUES[key]] as const);
  const entry = { date: 'YYYY-MM-DD', ...Object.fromEntries(fields) };
  const outlook = list === 'weeks' ? { outlook: '震荡' } : {};
  return buildExample({ code: '000000', ...outlook, [list]: [entry] });
}

/** As {@link exampleText}, of the items of a company. */
export function itemsExampleText(): string {
  return buildExample({
    code: '000000',
    items: [
      { key: 'key', point: true, reason: '…' },
      { key: 'key', point: null, reason: '缺…' },
    ],
  });
}

const buildExample = (answer: object): string => `回答格式（仅示意）：${JSON.stringify(answer)}`;
