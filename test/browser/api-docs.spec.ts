import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { TestApi } from '../support/worlds/test-api';
import { describePages, launchChromium } from './support/chromium';

const SCREENSHOTS = resolve(__dirname, '../../.data/screenshots');

describePages('the API page', () => {
  let api: TestApi;
  let browser: Browser;

  beforeAll(async () => {
    await mkdir(SCREENSHOTS, { recursive: true });
    api = await TestApi.start();
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await api.stop();
  });

  /** Opens a page of ours and notes everything that a strict reader of the browser's console would complain about. */
  async function open(path: string): Promise<{ page: Page; complaints: string[] }> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const complaints: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== api.url) {
        complaints.push(`asks a foreign host: ${request.url()}`);
      }
    });
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()))
        complaints.push(`${message.type()}: ${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
    page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
    page.on('response', (response) => {
      if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
    });
    await page.goto(`${api.url}${path}`, { waitUntil: 'networkidle' });
    return { page, complaints };
  }

  it('lists every operation and opens one with its schema', async () => {
    const { page, complaints } = await open('/api/docs');
    await page.locator('.opblock').first().waitFor();
    const document = (await api.call('GET', '/api/openapi.json', { unchecked: true })).text;
    const { paths } = JSON.parse(document) as { paths: Record<string, Record<string, unknown>> };
    const operations = Object.values(paths).flatMap((methods) => Object.keys(methods));
    expect(await page.locator('.opblock').count()).toBe(operations.length);
    await page.locator('.opblock').first().click();
    await page.locator('.opblock-body').first().waitFor();
    await page.screenshot({ path: resolve(SCREENSHOTS, 'api-docs.png'), fullPage: false });
    expect(complaints).toEqual([]);
  });
});
