import type {
  AppControllerRoute,
  AppViewRoute,
  BullBoardQueues,
  IServerAdapter,
  UIConfig,
} from '@bull-board/api/typings/app';

/** What bull-board answers: a status and a body of its own shape. */
export interface BoardAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * The server that bull-board hands its routes to. Nothing is registered anywhere: our controller asks, behind the guards,
 * limits and error filter of all routes, which a plugin of Fastify would stand beside.
 */
export class CollectedBoard implements IServerAdapter {
  private queues: BullBoardQueues = new Map();
  private reads: AppControllerRoute[] = [];
  private uiConfig: UIConfig = {};
  private entry: AppViewRoute | undefined;

  setQueues(queues: BullBoardQueues): this {
    this.queues = queues;
    return this;
  }

  /** Reads alone: what changes a queue has no way in, whatever an adapter would let through. */
  setApiRoutes(routes: AppControllerRoute[]): this {
    this.reads = routes.filter(({ method }) => method === 'get');
    return this;
  }

  setEntryRoute(route: AppViewRoute): this {
    this.entry = route;
    return this;
  }

  setUIConfig(config: UIConfig): this {
    this.uiConfig = config;
    return this;
  }

  setViewsPath(): this {
    return this;
  }

  setStaticPath(): this {
    return this;
  }

  setErrorHandler(): this {
    return this;
  }

  /** What stands in the page's template by name. */
  pageValues(basePath: string, language: string): Readonly<Record<string, string>> {
    if (this.entry === undefined) throw new Error('bull-board named no page');
    return this.entry.handler({ basePath, uiConfig: { ...this.uiConfig, locale: { lng: language } } }).params;
  }

  /** @param path such as `/api/queues`. @returns undefined where bull-board has no such read. */
  async answer(path: string, query: Record<string, unknown>): Promise<BoardAnswer | undefined> {
    for (const read of this.reads) {
      const params = [read.route]
        .flat()
        .map((pattern) => readParams(pattern, path))
        .find((found) => found !== undefined);
      if (params === undefined) continue;
      const { queues, uiConfig } = this;
      const { status, body } = await read.handler({ queues, uiConfig, params, query, body: {}, headers: {} });
      return { status: status ?? 200, body };
    }
    return undefined;
  }
}

/** The parameters of a path that has the pattern's shape, such as `/api/queues/:queueName`. */
function readParams(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, word] of wanted.entries()) {
    const part = given[index] ?? '';
    if (word.startsWith(':')) params[word.slice(1)] = part;
    else if (word !== part) return undefined;
  }
  return params;
}
