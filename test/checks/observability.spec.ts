import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Registry } from 'prom-client';
import { parse } from 'yaml';
import { DATABASE_METRICS, METRICS } from '#lib/observability';
import { TestApi } from '../support/worlds/test-api';

const ROOT = resolve(__dirname, '../..');

interface Rule {
  record?: string;
  alert?: string;
  expr: string;
  for?: string;
  labels?: { severity?: string };
  annotations?: { summary?: string; description?: string; runbook_url?: string };
}

interface Panel {
  title: string;
  targets?: { expr: string }[];
}

const rules = (
  parse(readFileSync(resolve(ROOT, 'docker/observability/rules.yaml'), 'utf8')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);
const alerts = rules.filter(({ alert }) => alert !== undefined).map((rule) => ({ ...rule, alert: rule.alert ?? '' }));
const dashboard = JSON.parse(readFileSync(resolve(ROOT, 'docker/observability/dashboard.json'), 'utf8')) as {
  panels: Panel[];
};
const prometheus = parse(readFileSync(resolve(ROOT, 'docker/observability/prometheus.yaml'), 'utf8')) as {
  rule_files: string[];
  scrape_configs: { job_name: string; metrics_path: string }[];
};
const operations = readFileSync(resolve(ROOT, 'docs/operations.md'), 'utf8');
const observability = readFileSync(resolve(ROOT, 'docs/observability.md'), 'utf8');

const expressions: [string, string][] = [
  ...rules.map(({ record, alert, expr }): [string, string] => [record ?? alert ?? '', expr]),
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }): [string, string] => [`panel ${title}`, expr]),
  ),
];

/** What Prometheus itself adds to a series, and its own series of a target. */
const OF_PROMETHEUS = ['job', 'instance'];
const UP: [string, string[]] = ['up', []];

/** Prometheus's own grammar; a module that TypeScript lets CommonJS load this way only. */
const loadGrammar = () => import('@prometheus-io/lezer-promql');
let parser: Awaited<ReturnType<typeof loadGrammar>>['parser'];
/** The metrics of the page with the labels that they may have. */
let exported: ReadonlyMap<string, readonly string[]>;
let api: TestApi;

/** Of both registries: what a process counts, and what it reads from the database. */
const readMetrics = () =>
  [METRICS, DATABASE_METRICS].flatMap((token) => api.app.get<Registry>(token).getMetricsAsArray());

beforeAll(async () => {
  ({ parser } = await loadGrammar());
  api = await TestApi.start();
  const metrics = readMetrics() as unknown as {
    name: string;
    type: string;
    labelNames: string[];
  }[];
  exported = new Map([
    UP,
    ...metrics.flatMap(({ name, type, labelNames }): [string, string[]][] =>
      type === 'histogram'
        ? [
            [`${name}_bucket`, [...labelNames, 'le']],
            [`${name}_count`, labelNames],
            [`${name}_sum`, labelNames],
          ]
        : [[name, labelNames]],
    ),
  ]);
});

afterAll(() => api.stop());

interface ReadExpression {
  errors: number;
  selectors: { metric: string; labels: string[] }[];
  grouping: string[];
}

/** What an expression asks for, by Prometheus's own grammar. */
function read(expression: string): ReadExpression {
  const found: ReadExpression = { errors: 0, selectors: [], grouping: [] };
  parser.parse(expression).iterate({
    enter: (node) => {
      const text = expression.slice(node.from, node.to);
      if (node.type.isError) found.errors += 1;
      if (node.name === 'VectorSelector') {
        const metric = node.node.getChild('Identifier');
        found.selectors.push({ metric: metric === null ? '' : expression.slice(metric.from, metric.to), labels: [] });
      }
      if (node.name !== 'LabelName') return;
      if (node.node.parent?.name === 'GroupingLabels') found.grouping.push(text);
      else found.selectors.at(-1)?.labels.push(text);
    },
  });
  return found;
}

/** A metric's labels; those of a figure of our own are what its expression groups by. */
function labelsOf(metric: string): readonly string[] | undefined {
  const recorded = rules.find(({ record }) => record === metric);
  return recorded === undefined ? exported.get(metric) : read(recorded.expr).grouping;
}

function faultsOf(expression: string): string[] {
  const { errors, selectors, grouping } = read(expression);
  const known = selectors.flatMap(({ metric }) => labelsOf(metric) ?? []);
  return [
    ...(errors > 0 ? ['is no PromQL'] : []),
    ...(selectors.length === 0 ? ['asks for nothing'] : []),
    ...selectors.filter(({ metric }) => labelsOf(metric) === undefined).map(({ metric }) => `no metric ${metric}`),
    ...selectors.flatMap(({ metric, labels }) =>
      labels
        .filter((label) => ![...(labelsOf(metric) ?? []), ...OF_PROMETHEUS].includes(label))
        .map((label) => `${metric} has no label ${label}`),
    ),
    ...grouping.filter((label) => ![...known, ...OF_PROMETHEUS].includes(label)).map((label) => `no label ${label}`),
  ];
}

it('the reader of expressions reads as Prometheus does', () => {
  expect(faultsOf('max(database_up) == 0')).toEqual([]);
  expect(faultsOf('max((database_up) == 0')).toContain('is no PromQL');
  expect(faultsOf('max(no_such_figure)')).toEqual(['no metric no_such_figure']);
  expect(faultsOf('jobs{colour="red"}')).toEqual(['jobs has no label colour']);
  expect(faultsOf('sum by (colour) (jobs)')).toEqual(['no label colour']);
});

it.each(expressions)('%s uses only what /metrics exports', (_name, expression) => {
  expect(faultsOf(expression)).toEqual([]);
});

it.each(alerts)(
  '$alert states its condition, severity, meaning and response',
  ({ alert, labels, annotations, ...rule }) => {
    expect(rule.for).toMatch(/^\d+[smh]$/);
    expect(['warning', 'critical']).toContain(labels?.severity);
    expect(annotations?.summary).toMatch(/\S/);
    expect(annotations?.description).toMatch(/\S/);
    expect(annotations?.runbook_url).toBe(`docs/operations.md#${alert.toLowerCase()}`);
    const [, section = ''] = new RegExp(`\n### ${alert}\n([^#]*)`).exec(operations) ?? [];
    expect(section).toContain('**Look at**');
    expect(section).toContain('**Do**');
    expect(observability).toContain(`operations.md#${alert.toLowerCase()}`);
  },
);

it('operations.md has no section of a removed alert', () => {
  const sections = [...operations.matchAll(/^### (StockCycle\w+)$/gm)].map(([, name]) => name);
  expect(sections.sort()).toEqual(alerts.map(({ alert }) => alert).sort());
});

it('the labels in a text are those that its expression keeps', () => {
  for (const { alert, expr, annotations } of alerts) {
    const named = [...(annotations?.description ?? '').matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label);
    const { grouping, selectors } = read(expr);
    const kept =
      grouping.length > 0 || expr.includes('(') ? grouping : [...OF_PROMETHEUS, ...selectors.flatMap((s) => s.labels)];
    expect([alert, named.filter((label) => !kept.includes(label))]).toEqual([alert, []]);
  }
});

it('Prometheus is configured to read these rules and the page', () => {
  expect(prometheus.rule_files).toEqual(['rules.yaml']);
  expect(prometheus.scrape_configs).toEqual([
    expect.objectContaining({ job_name: 'stock-cycle', metrics_path: '/metrics' }),
  ]);
});

it('docs/observability.md lists every metric of ours', () => {
  const ours = readMetrics()
    .map(({ name }) => name)
    .filter((name) => !/^(?:nodejs|process)_/.test(name));
  expect(ours.filter((name) => !observability.includes(`\`${name}`))).toEqual([]);
});
