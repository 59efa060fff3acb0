import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as the collector got it. */
export interface CollectedSpan {
  service: string;
  traceId: string;
  spanId: string;
  /** Empty at the root of a trace. */
  parentSpanId: string;
  name: string;
  /** 2 request, 3 statement, 5 job. */
  kind: number;
  attributes: Record<string, unknown>;
}

interface ExportBody {
  resourceSpans: {
    resource: { attributes: KeyValue[] };
    scopeSpans: { spans: (Omit<CollectedSpan, 'service' | 'attributes'> & { attributes: KeyValue[] })[] }[];
  }[];
}

interface KeyValue {
  key: string;
  value: Record<string, unknown>;
}

/** Takes traces as an OpenTelemetry collector does over HTTP, in the JSON form of the protocol. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  /** All that came, as it came, headers too. */
  text = '';
  private readonly server: Server;

  private constructor(answers: boolean) {
    this.server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        this.text += `${request.url} ${JSON.stringify(request.headers)}\n${body}\n`;
        if (request.url === '/v1/traces') this.take(JSON.parse(body) as ExportBody);
        if (answers) response.setHeader('content-type', 'application/json').end('{}');
      });
    });
  }

  /** @param options.answers false: it takes everything and never answers. */
  static async start({ answers = true } = {}): Promise<TraceCollector> {
    const collector = new TraceCollector(answers);
    collector.server.listen(0, '127.0.0.1');
    await once(collector.server, 'listening');
    return collector;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private take(body: ExportBody): void {
    for (const { resource, scopeSpans } of body.resourceSpans) {
      const service = String(valuesOf(resource.attributes)['service.name']);
      for (const { traceId, spanId, parentSpanId = '', name, kind, attributes } of scopeSpans.flatMap((s) => s.spans)) {
        this.spans.push({ service, traceId, spanId, parentSpanId, name, kind, attributes: valuesOf(attributes) });
      }
    }
  }
}

function valuesOf(attributes: readonly KeyValue[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
