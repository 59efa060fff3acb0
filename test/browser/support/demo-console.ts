import { mkdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import type { WallClock } from '../../support/worlds/records-world';
import { ADMIN } from '../../support/worlds/test-api';
import { TestService } from '../../support/worlds/test-service';
import { until } from '../../support/until';
import { launchChromium } from './chromium';
import { demoClock, demoTemplate } from './demo-template';

const SCREENSHOTS = resolve(__dirname, '../../../.data/screenshots');
const DESKTOP = { width: 1440, height: 900 };
/** Every request of a page waits so long: a test that reads the server before the page has told it fails. */
const SLOW_REQUESTS_MS = Number(process.env['SLOW_REQUESTS_MS'] ?? 0);
/** In `.data/screenshots`, for people to look at. In CI nobody does, and drawing and packing them is a part of the run. */
const KEEPS_PICTURES = process.env['CI'] === undefined;
export const PHONE = { width: 390, height: 844 };

export interface VisitOptions {
  /** `null`: nobody is signed in. Default: the administrator. */
  user?: { username: string; password: string } | null;
  scheme?: 'light' | 'dark';
  language?: 'zh' | 'en';
  viewport?: { width: number; height: number };
  /** Replies with these statuses are expected and no complaint, such as a refused form. */
  expectStatuses?: number[];
  /** Run in each page before anything of its own. */
  script?: string;
}

/** One tab, and everything that a strict reader of its console would complain about. */
export interface Visit {
  readonly page: Page;
  readonly complaints: string[];
  close(): Promise<void>;
}

/** The console over a server with a demo market some weeks in use, and a browser in front of it. */
export class DemoConsole {
  private constructor(
    readonly service: TestService,
    readonly clock: WallClock,
    private readonly browser: Browser,
  ) {}

  /** @param environment Settings of the server. */
  static async start(environment: Record<string, string> = {}): Promise<DemoConsole> {
    await mkdir(SCREENSHOTS, { recursive: true });
    const clock = demoClock();
    const template = await demoTemplate();
    const service = await TestService.start({ MARKET_SOURCE: 'demo', ...environment }, { clock, template });
    return new DemoConsole(service, clock, await launchChromium());
  }

  get url(): string {
    return this.service.api.url;
  }

  /** A tab of a browser without a past; opens `path` where one is given. */
  async visit(path: string, options: VisitOptions = {}): Promise<Visit> {
    const context = await this.browser.newContext({
      viewport: options.viewport ?? DESKTOP,
      colorScheme: options.scheme ?? 'light',
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      reducedMotion: 'reduce',
      ...(options.viewport === PHONE ? { hasTouch: true, isMobile: true } : {}),
    });
    await this.signIn(context, options.user === undefined ? ADMIN : options.user);
    if (SLOW_REQUESTS_MS > 0) await slowRequests(context);
    const language = options.language ?? 'zh';
    const preferences = JSON.stringify(JSON.stringify({ language }));
    await context.addInitScript(`localStorage['stock-cycle:preferences'] ??= ${preferences}`);
    if (options.script !== undefined) await context.addInitScript(options.script);
    const page = await context.newPage();
    const complaints = this.listen(page, new Set(options.expectStatuses));
    await page.goto(`${this.url}${path}`);
    await settled(page);
    return { page, complaints, close: () => context.close() };
  }

  /** Waits until the page is settled; keeps a picture of what is in sight, or with `fullPage` of all of it. Not in CI. */
  async shot(page: Page, name: string, options: { fullPage?: boolean } = {}): Promise<void> {
    await settled(page);
    if (KEEPS_PICTURES) await page.screenshot({ path: screenshotPath(name), ...options });
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.service.stop();
  }

  private async signIn(context: BrowserContext, user: VisitOptions['user']): Promise<void> {
    if (user === null || user === undefined) return;
    const token = await this.service.api.login(user);
    await context.addCookies([{ name: 'stock_cycle', value: token, url: this.url, httpOnly: true, sameSite: 'Lax' }]);
  }

  private listen(page: Page, expected: ReadonlySet<number>): string[] {
    const complaints: string[] = [];
    const waiting = new Set<Request>();
    waitingRequests.set(page, waiting);
    page.on('requestfinished', (request) => waiting.delete(request));
    page.on('requestfailed', (request) => waiting.delete(request));
    page.on('request', (request) => {
      // An event stream does not end.
      if (request.resourceType() !== 'eventsource') waiting.add(request);
      const url = new URL(request.url());
      if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== this.url) {
        complaints.push(`asks a foreign host: ${request.url()}`);
      }
    });
    page.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      const status = /status of (\d+)/.exec(message.text())?.[1];
      if (status === undefined || !expected.has(Number(status))) {
        complaints.push(`${message.type()}: ${message.text()} ${message.location().url}`);
      }
    });
    page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
    page.on('response', (response) => {
      if (response.status() >= 400 && !expected.has(response.status())) {
        complaints.push(`${response.status()}: ${response.url()}`);
      }
    });
    return complaints;
  }
}

async function slowRequests(context: BrowserContext): Promise<void> {
  await context.route('**/api/**', async (route) => {
    await delay(SLOW_REQUESTS_MS);
    // The page may be gone by now.
    await route.continue().catch(() => undefined);
  });
}

export function screenshotPath(name: string): string {
  return resolve(SCREENSHOTS, `${name}.png`);
}

/** Requests of a page that have no reply yet. */
const waitingRequests = new WeakMap<Page, ReadonlySet<Request>>();

/** A test may hold a reply back to look at the page before it, so this wait is given up. */
const LONGEST_REPLY_MS = 2000;
const LONGEST_LOAD_MS = 20_000;

/** Run in the page, as text: the types of a browser's world are not those of the tests. */
const NOTHING_LOADS = `document.querySelector('#root > *') !== null &&
  document.querySelector('[role=status][aria-label="加载中"], [role=status][aria-label="Loading"], [aria-busy=true]') === null`;
const TWO_FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Waits until the replies are there, nothing on the page is loading, and what came has been painted. */
export async function settled(page: Page): Promise<void> {
  await until('every reply is there', LONGEST_REPLY_MS, () => (waitingRequests.get(page)?.size ?? 0) === 0).catch(
    () => undefined,
  );
  // Not `waitForFunction`: it evaluates text inside of the page, which the page's security policy refuses.
  await until('the page has loaded', LONGEST_LOAD_MS, () => page.evaluate<boolean>(NOTHING_LOADS));
  await page.evaluate(TWO_FRAMES);
}

interface AxeResult {
  violations: {
    id: string;
    impact: string | null;
    help: string;
    nodes: { target: string[]; failureSummary: string }[];
  }[];
}

const AXE_LOOKS = 4;
const BETWEEN_LOOKS_MS = 700;
/** Run in the page. Of what passes it would describe each element, which takes longer than the rules. */
const AXE_RUN = `axe.run({ resultTypes: ['violations'] })`;

/**
 * What axe finds serious or critical on the page, one line each. A finding counts when it stays:
 * axe takes a colour that is still fading in, or a list between two replies, for the page's own.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  if (await page.evaluate<boolean>("typeof axe === 'undefined'")) await page.evaluate(await axeSource());
  for (let look = 1; ; look += 1) {
    const findings = await axeLook(page);
    if (findings.length === 0 || look === AXE_LOOKS) return findings;
    await delay(BETWEEN_LOOKS_MS);
    await settled(page);
  }
}

let keptAxeSource: Promise<string> | undefined;

function axeSource(): Promise<string> {
  keptAxeSource ??= readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
  return keptAxeSource;
}

async function axeLook(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResult>(AXE_RUN);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help} ${target.join(' ')} ${failureSummary}`),
    );
}
