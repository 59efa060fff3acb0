import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Question {
  model?: string;
  api_name?: string;
  token?: string;
}

/**
 * Stands for a server of models and for the vendor, and answers with whatever it was sent, the key and the token included, as
 * an error page or a log of theirs would spell it. How a model fails is its name, `echo@401` say.
 */
export class EchoServer {
  /** Bodies that came, by who was asked. */
  readonly models: string[] = [];
  readonly vendor: string[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<EchoServer> {
    const server = createServer();
    const echo = new EchoServer(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      echo.answer(request, response).catch(() => response.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return echo;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const question = JSON.parse(body) as Question;
    const secret = question.token ?? request.headers.authorization?.slice('Bearer '.length) ?? '';
    const echo = [
      secret,
      encodeURIComponent(secret),
      JSON.stringify({ secret }),
      `Authorization: Bearer ${secret}`,
    ].join('\n');
    if (question.api_name === undefined) {
      this.models.push(body);
      failAsModel(question.model?.split('@')[1] ?? '', echo, response);
    } else {
      this.vendor.push(body);
      failAsVendor(this.vendor.length, echo, response);
    }
  }
}

function failAsModel(how: string, echo: string, response: ServerResponse): void {
  switch (how) {
    case 'answer':
      response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content: echo } }] }));
      return;
    case 'redirect':
      response.writeHead(307, { location: `/?${encodeURIComponent(echo)}` }).end(echo);
      return;
    case 'broken':
      response.writeHead(200, { 'content-length': 1e6 }).write(echo, () => response.destroy());
      return;
    default:
      response.writeHead(Number(how), { 'x-echo': encodeURIComponent(echo) }).end(echo);
  }
}

function failAsVendor(call: number, echo: string, response: ServerResponse): void {
  const ways = [
    () => response.end(JSON.stringify({ code: 2002, msg: echo, data: null })),
    () => response.writeHead(502).end(echo),
    () => response.writeHead(302, { location: `/?${encodeURIComponent(echo)}` }).end(echo),
    () => response.end(echo),
  ];
  ways[(call - 1) % ways.length]?.();
}
