import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { messageOf } from '#lib/kernel';
import { MetricsAccess } from './metrics-access';
import { METRICS_TYPE, MetricsService } from './metrics.service';

/** Serves `GET /metrics` on a port of its own where `METRICS_PORT` is set, so that a proxy in front of the API can't publish it. */
@Injectable()
export class MetricsListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Metrics');
  private server: Server | undefined;

  constructor(
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly access: MetricsAccess,
    private readonly metrics: MetricsService,
  ) {}

  /** The port that is listened on; undefined where there is none. */
  get port(): number | undefined {
    return (this.server?.address() as AddressInfo | null | undefined)?.port;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { metricsPort, host } = this.config;
    if (metricsPort === undefined) return;
    const server = createServer((request, response) => void this.answer(request, response));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(metricsPort, host, resolve);
    });
    this.server = server;
  }

  async onApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
      if (!this.access.allows(request.headers.authorization)) {
        return void response.writeHead(401, { 'www-authenticate': 'Bearer realm="stock-cycle metrics"' }).end();
      }
      response.writeHead(200, { 'content-type': METRICS_TYPE }).end(await this.metrics.page());
    } catch (error) {
      this.logger.error(`the metrics can't be read: ${messageOf(error)}`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    }
  }
}
