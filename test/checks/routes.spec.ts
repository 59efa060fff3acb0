import { Controller, Get, Module } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { CONSOLE_ROUTES } from '../../apps/api/src/console/console-pages';
import { listRoutes, type RouteEntry, RouteList } from '../../apps/api/src/http/access/route-list';
import { TestApi } from '../support/worlds/test-api';

/** Who adds to this list opens a door to everybody. */
const PUBLIC_ROUTES = [
  ...CONSOLE_ROUTES.map((path) => `GET ${path}`),
  'GET /api/console',
  'GET /assets/:file',
  'GET /api/docs',
  'GET /api/docs/assets/start.js',
  'GET /api/docs/assets/swagger-ui-bundle.js',
  'GET /api/docs/assets/swagger-ui.css',
  // By the key in its address alone: `CalendarKeyGuard`.
  'GET /api/calendar/reviews.ics',
  'GET /api/market/stocks/:code/chips',
  'GET /api/market/bars',
  'GET /api/market/changes',
  'GET /api/market/coverage',
  'GET /api/market/days',
  'GET /api/market/risers',
  'GET /api/market/stocks',
  'GET /api/market/stocks/:code',
  'GET /api/market/stocks/:code/bars',
  'GET /api/screens',
  'GET /api/screens/:id',
  'GET /api/screens/language',
  'GET /api/stock-cycle/sessions',
  'GET /api/stock-cycle/sessions/:id',
  'GET /api/stock-cycle/sessions/:id/drawings',
  'GET /api/stock-cycle/sessions/:id/fundamental-scores',
  'GET /api/stock-cycle/sessions/ai-fill-daily-queue',
  'GET /api/stock-cycle/sessions/ai-fill-weekly-queue',
  'GET /api/stock-cycle/vocabulary',
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
  'POST /api/auth/login',
];

@Controller('forgotten')
class ForgottenController {
  @Get()
  get(): string {
    return 'open to the world';
  }
}

@Module({ imports: [DiscoveryModule], controllers: [ForgottenController], providers: [RouteList] })
class ForgottenModule {}

it('an API with a route that names no access rule does not start', async () => {
  const start = NestFactory.createApplicationContext(ForgottenModule, { logger: false, abortOnError: false });
  await expect(start).rejects.toThrow('ForgottenController.get');
});

describe('the API', () => {
  let api: TestApi;
  let routes: RouteEntry[];

  beforeAll(async () => {
    api = await TestApi.start();
    routes = listRoutes(api.app);
  });
  afterAll(() => api.stop());

  it('has only the public routes that are meant to be public', () => {
    const open = routes.filter((route) => route.access.level === 'public');
    expect(open.map((route) => `${route.method} ${route.path}`).sort()).toEqual([...PUBLIC_ROUTES].sort());
  });

  it('responds to every other route without a credential with 401, or 403 if its contract states so', async () => {
    const guarded = routes.filter((route) => route.access.level !== 'public');
    const unguarded: string[] = [];
    for (const { method, path, access } of guarded) {
      // The board's replies are bull-board's, those to agents MCP's: they are not in our document.
      const unchecked = path.startsWith('/api/admin/queues') || path === '/mcp';
      const reply = await api.call(method, path.replaceAll(/:\w+/g, '1'), { unchecked });
      const refusal = access.level === 'key_header' && access.administrator === true ? 403 : 401;
      if (reply.status !== refusal) unguarded.push(`${method} ${path}: ${reply.status}`);
    }
    expect(guarded.length).toBeGreaterThan(0);
    expect(unguarded).toEqual([]);
  });
});
