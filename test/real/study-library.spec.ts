import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeWithSharedData } from '../support/inputs/shared-data';
import { TestService } from '../support/worlds/test-service';
import { eastMoneyMarket } from './east-money-market';

const PAGE = resolve(__dirname, '../../docs/what-screens-were-worth.md');
const [BEGIN, END] = ['<!-- studies -->', '<!-- end of studies -->'];
const SPAN = { from: '2021-01-04', to: '2025-12-31' };
const HORIZON = 20;
/** Lists of luck that may have done as well as a screen that is told from luck. */
const LUCK = 0.05;

/** `1` studies every screen, which takes about an hour, and writes the page. */
const WRITES = process.env['WRITE_STUDIES'] !== undefined;

interface Screen {
  readonly id: string;
  readonly kind: string;
  readonly available: boolean;
}

interface Figures {
  readonly horizon: number;
  readonly n: number;
  readonly nEff: number;
  readonly hitRatePct: number | null;
  readonly hitRateLowPct: number | null;
  readonly hitRateHighPct: number | null;
  readonly meanExcessPct: number | null;
  readonly meanExcessLowPct: number | null;
  readonly meanExcessHighPct: number | null;
  readonly meanNetPct: number | null;
  readonly randomListP: number | null;
  readonly insufficient: boolean;
}

interface Study {
  readonly id: number;
  readonly status: string;
  readonly error: string | null;
  readonly cases: number;
  readonly unfillable: number;
  readonly horizons: readonly Figures[];
}

interface Studied {
  readonly screen: string;
  readonly study: Study;
}

describeWithSharedData('studies of the built-in screens over the real bars', () => {
  let service: TestService;

  beforeAll(async () => {
    // All five years in memory: every screen sweeps the same bars. The list of screens needs none.
    const environment: Record<string, string> = WRITES ? { BAR_MATRIX: 'on', BAR_MATRIX_DAYS: '1300' } : {};
    service = await TestService.start(environment, { template: await eastMoneyMarket() });
  }, 300_000);
  afterAll(() => service.stop());

  async function call<Data>(method: string, path: string, json?: object): Promise<Data> {
    const { status, body, text } = await service.call(method, path, json === undefined ? {} : { json });
    if (status >= 300) throw new Error(`${method} ${path}: ${text}`);
    return body.data as Data;
  }

  async function study(screen: string): Promise<Study> {
    const { studyId } = await call<{ studyId: number }>('POST', '/api/studies', { screen, ...SPAN });
    for (;;) {
      const one = await call<Study>('GET', `/api/studies/${String(studyId)}`);
      if (!['queued', 'running'].includes(one.status)) return one;
      await sleep(500);
    }
  }

  async function listDiscoveries(): Promise<ReadonlySet<string>> {
    const { studies } = await call<{ studies: { screen: string; discovery: boolean }[] }>(
      'GET',
      '/api/studies/library',
    );
    return new Set(studies.filter(({ discovery }) => discovery).map(({ screen }) => screen));
  }

  it(
    'are on the page, each screen that the market can serve',
    async () => {
      const { screens } = await call<{ screens: Screen[] }>('GET', '/api/screens');
      const ids = screens.filter(({ kind, available }) => kind === 'builtin' && available).map(({ id }) => id);
      if (WRITES) {
        const studied: Studied[] = [];
        for (const screen of ids) {
          studied.push({ screen, study: await study(screen) });
          // After each: an hour is long enough for the machine to go away.
          writePage(studied, await listDiscoveries());
        }
        expect(studied.filter((each) => each.study.status !== 'completed')).toEqual([]);
      }
      const named = [...readFileSync(PAGE, 'utf8').matchAll(/^\| `(\w+)`/gm)].map(([, id]) => id);
      expect(named).toEqual(ids);
    },
    4 * 3_600_000,
  );
});

function writePage(studied: readonly Studied[], discoveries: ReadonlySet<string>): void {
  const [before = '', rest = ''] = readFileSync(PAGE, 'utf8').split(BEGIN);
  const after = rest.split(END)[1] ?? '';
  const rows = studied.map(({ screen, study }) => toRow(screen, study, discoveries.has(screen)));
  const head = [
    ['Screen', 'Cases', 'Effective', 'Not bought %', 'Beat %', 'Excess %', 'Luck %', 'Net %', 'Different', 'Library'],
    ['---', ...Array<string>(7).fill('---:'), '---', '---'],
  ];
  const table = [...head, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${table}\n\n${END}${after}`);
}

function toRow(screen: string, study: Study, isDiscovery: boolean): string[] {
  const figures = study.horizons.find(({ horizon }) => horizon === HORIZON);
  const filled = study.cases + study.unfillable;
  return [
    `\`${screen}\``,
    String(study.cases),
    figures === undefined ? '–' : figures.nEff.toFixed(0),
    filled === 0 ? '–' : ((study.unfillable / filled) * 100).toFixed(1),
    withInterval(figures?.hitRatePct, figures?.hitRateLowPct, figures?.hitRateHighPct, 1),
    withInterval(figures?.meanExcessPct, figures?.meanExcessLowPct, figures?.meanExcessHighPct, 2),
    shown(toPercent(figures?.randomListP), 1),
    shown(figures?.meanNetPct, 2),
    figures === undefined ? 'few' : judge(figures),
    isDiscovery ? 'yes' : 'no',
  ];
}

function judge({ insufficient, meanExcessLowPct, meanExcessHighPct, randomListP }: Figures): string {
  if (insufficient || meanExcessLowPct === null || meanExcessHighPct === null) return 'few';
  if (meanExcessLowPct > 0) return randomListP !== null && randomListP <= LUCK ? 'yes, better' : 'no';
  if (meanExcessHighPct < 0) return randomListP !== null && randomListP >= 1 - LUCK ? 'yes, worse' : 'no';
  return 'no';
}

function withInterval(
  value: number | null | undefined,
  low: number | null | undefined,
  high: number | null | undefined,
  digits: number,
): string {
  const interval = isMissing(low) || isMissing(high) ? '' : ` (${shown(low, digits)} … ${shown(high, digits)})`;
  return `${shown(value, digits)}${interval}`;
}

function shown(value: number | null | undefined, digits: number): string {
  return isMissing(value) ? '–' : value.toFixed(digits);
}

function toPercent(share: number | null | undefined): number | null {
  return isMissing(share) ? null : share * 100;
}

function isMissing(value: number | null | undefined): value is null | undefined {
  return value === null || value === undefined;
}
