import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { until } from '../../support/until';
import globalSetup from '../../support/runner/global-setup';
import globalTeardown from '../../support/runner/global-teardown';
import { BARS, type ConsoleWorld, SESSIONS, startConsoleWorld } from './console-world';
import { BEGIN_FRAMES, changeFilter, END_FRAMES, INTERACTIVE_AFTER, WATCH_THE_START } from './in-page';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const CONSOLE_BUILDER = '../../../apps/launcher/build-console.mjs';
const VIEWPORT = { width: 1440, height: 900 };
const LOADS = 5;
const FILTER_CHANGES = 20;
const PATIENCE_MS = 20_000;
const FRAME_MS = 16;

const SCRIPT_KB = 300;
const INTERACTIVE_MS = 1500;
const FILTER_MS = 100;
const FRAME_BOUND_MS = 50;

const PHASES = ['unclassified', 'accumulation', 'markup', 'distribution'];
/** Each asks the server anew: no filter comes twice to a page. */
const FILTERS = ['open', 'closed', 'all'].flatMap((status) =>
  PHASES.map((phase) => `/sessions?status=${status}&phase=${phase}`),
);

interface Line {
  readonly what: string;
  readonly figures: string;
  /** What was measured against the bound, and the bound. */
  readonly bound?: { readonly measured: number; readonly most: number; readonly unit: string };
}

async function main(): Promise<void> {
  // The console as the server sends it: built from the sources at hand, and compressed.
  const { ensureConsoleBuilt } = (await import(CONSOLE_BUILDER)) as {
    ensureConsoleBuilt: () => Promise<void>;
  };
  await ensureConsoleBuilt();
  await globalSetup();
  try {
    const world = await startConsoleWorld();
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    try {
      const load = loadavg()[0] ?? 0;
      const lines = [
        ...(await measured('first load', () => firstLoads(browser, world))),
        ...(await measured('filter change', () => filterChanges(browser, world))),
        ...(await measured(`${SESSIONS} sessions scrolled`, () => listScrolled(browser, world))),
        ...(await measured(`${BARS} bars`, () => chartPanned(browser, world))),
      ];
      report(lines, load);
    } finally {
      await browser.close();
      await world.stop();
    }
  } finally {
    await globalTeardown();
  }
}

async function measured(what: string, measure: () => Promise<Line[]>): Promise<Line[]> {
  try {
    return await measure();
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return [{ what, figures: `not measured: ${reason}` }];
  }
}

/** With an empty cache each time: how much script comes until the rows can be used, and when that is. */
async function firstLoads(browser: Browser, world: ConsoleWorld): Promise<Line[]> {
  const times: number[] = [];
  let untilInteractive = 0;
  let inAll = 0;
  for (let load = 0; load < LOADS; load += 1) {
    const context = await signedIn(browser, world);
    const page = await context.newPage();
    const scripts = await scriptsOf(page);
    await page.addInitScript(WATCH_THE_START);
    await page.goto(`${world.service.api.url}/sessions`);
    times.push(await interactiveAfter(page));
    untilInteractive = scripts.bytes;
    await sleep(2000);
    inAll = scripts.bytes;
    await context.close();
  }
  const kilobytes = untilInteractive / 1000;
  return [
    {
      what: 'script of the first load of /sessions, compressed',
      figures: `${kilobytes.toFixed(1)} kB until interactive, ${(inAll / 1000).toFixed(1)} kB two seconds later`,
      bound: { measured: kilobytes, most: SCRIPT_KB, unit: 'kB' },
    },
    {
      what: '/sessions interactive, cold cache',
      figures: `median ${median(times).toFixed(0)} ms of ${LOADS} (${times.map((ms) => ms.toFixed(0)).join(', ')})`,
      bound: { measured: median(times), most: INTERACTIVE_MS, unit: 'ms' },
    },
  ];
}

async function filterChanges(browser: Browser, world: ConsoleWorld): Promise<Line[]> {
  const times: number[] = [];
  while (times.length < FILTER_CHANGES) {
    const { page, close } = await openList(browser, world);
    for (const address of FILTERS.slice(0, FILTER_CHANGES - times.length)) {
      times.push(await page.evaluate<number>(changeFilter(address)));
      await sleep(100);
    }
    await close();
  }
  return [
    {
      what: 'filter change, from the reply to the painted rows',
      figures: `median ${median(times).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms of ${times.length}`,
      bound: { measured: quantile(times, 0.95), most: FILTER_MS, unit: 'ms' },
    },
  ];
}

async function listScrolled(browser: Browser, world: ConsoleWorld): Promise<Line[]> {
  const { page, close } = await openList(browser, world);
  const box = await page.getByRole('grid').boundingBox();
  if (box === null) throw new Error('the grid is not in sight');
  await page.mouse.move(box.x + box.width / 2, box.y + Math.min(300, box.height / 2));
  await page.evaluate(BEGIN_FRAMES);
  for (let turn = 0; turn < 150; turn += 1) {
    await page.mouse.wheel(0, turn % 30 === 29 ? 20_000 : 240);
    await sleep(FRAME_MS);
  }
  const frames = await page.evaluate<number[]>(END_FRAMES);
  await close();
  return [framesLine(`${SESSIONS} sessions, the list scrolled`, frames)];
}

/** All bars in sight, dragged to and fro; then a year of them, flung through the twenty. */
async function chartPanned(browser: Browser, world: ConsoleWorld): Promise<Line[]> {
  const context = await signedIn(browser, world);
  const page = await context.newPage();
  await page.goto(`${world.service.api.url}/sessions/${world.chartSession}`);
  const chart = page.getByRole('img', { name: /K 线/ });
  await chart.locator('canvas').first().waitFor({ timeout: PATIENCE_MS });
  await sleep(1500);
  const box = await chart.boundingBox();
  if (box === null) throw new Error('the chart is not in sight');
  const y = box.y + 120;
  const drag = async (moves: number, step: number): Promise<number[]> => {
    await page.mouse.move(box.x + box.width * 0.4, y);
    await page.evaluate(BEGIN_FRAMES);
    await page.mouse.down();
    for (let move = 0; move < moves; move += 1) {
      const swing = Math.abs(((move * step) % (box.width * 0.6)) - box.width * 0.3);
      await page.mouse.move(box.x + box.width * 0.2 + swing, y + (move % 5));
      await sleep(FRAME_MS);
    }
    await page.mouse.up();
    return page.evaluate<number[]>(END_FRAMES);
  };
  const year = await drag(120, 45);
  await page.mouse.move(box.x + box.width * 0.4, y);
  await page.evaluate(BEGIN_FRAMES);
  for (let turn = 0; turn < 60; turn += 1) {
    await page.mouse.wheel(0, 300);
    await sleep(FRAME_MS);
  }
  const zoomed = await page.evaluate<number[]>(END_FRAMES);
  const all = await drag(120, 45);
  await context.close();
  return [
    framesLine(`${BARS} bars, a year in sight, dragged`, year),
    framesLine(`${BARS} bars, zoomed out to all of them`, zoomed),
    framesLine(`${BARS} bars, all in sight, dragged`, all),
  ];
}

async function openList(browser: Browser, world: ConsoleWorld): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await signedIn(browser, world);
  const page = await context.newPage();
  await page.addInitScript(WATCH_THE_START);
  await page.goto(`${world.service.api.url}/sessions`);
  await interactiveAfter(page);
  return { page, close: () => context.close() };
}

async function interactiveAfter(page: Page): Promise<number> {
  const found: number[] = [];
  await until('/sessions has a grid of rows', PATIENCE_MS, async () => {
    const after = await page.evaluate<number | null>(INTERACTIVE_AFTER);
    if (after !== null) found.push(after);
    return after !== null;
  });
  return found[0] ?? Number.NaN;
}

async function signedIn(browser: Browser, { service }: ConsoleWorld): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  const cookie = { name: 'stock_cycle', value: service.token, url: service.api.url };
  await context.addCookies([{ ...cookie, httpOnly: true, sameSite: 'Lax' }]);
  return context;
}

/** Bytes of script as they came over the wire, headers and all. */
async function scriptsOf(page: Page): Promise<{ readonly bytes: number }> {
  const session = await page.context().newCDPSession(page);
  const requests = new Set<string>();
  const sum = { bytes: 0 };
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || response.mimeType.includes('javascript')) requests.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (requests.has(requestId)) sum.bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return sum;
}

function framesLine(what: string, frames: readonly number[]): Line {
  const longest = Math.max(...frames);
  const over = frames.filter((ms) => ms > FRAME_BOUND_MS).length;
  return {
    what,
    figures: `frames p50 ${median(frames).toFixed(1)}, p95 ${quantile(frames, 0.95).toFixed(1)}, longest ${longest.toFixed(0)} ms; ${over} of ${frames.length} over ${FRAME_BOUND_MS}`,
    bound: { measured: longest, most: FRAME_BOUND_MS, unit: 'ms' },
  };
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function report(lines: readonly Line[], loadBefore: number): void {
  const load = loadavg()[0] ?? 0;
  console.log(
    `\n${availableParallelism()} processors, load ${loadBefore.toFixed(1)} before, ${load.toFixed(1)} after (a busy machine spoils the times)`,
  );
  for (const { what, figures, bound } of lines) {
    const verdict =
      bound === undefined ? '' : `${bound.measured <= bound.most ? 'within' : 'ABOVE'} ${bound.most} ${bound.unit}`;
    console.log(`${what.padEnd(52)}${verdict.padEnd(15)}${figures}`);
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
