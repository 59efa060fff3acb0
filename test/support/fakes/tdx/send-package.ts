import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PackageFault } from './package-fault';

export const VERIFICATION_PAGE = `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>安全验证</title></head>
<body><h1>访问验证</h1><p>您的访问过于频繁，请完成验证后继续。</p><form action="/verify"></form></body></html>
`;

/** About as long as the real one, and as unreadable. */
const JAVASCRIPT_CHALLENGE = `<html><body><script>var _0x649a=[${Array.from(
  { length: 90 },
  (_, index) => `'\\x${(0x20 + (index % 90)).toString(16)}'`,
).join(',')}];document.cookie=_0x649a[1];location.reload();</script></body></html>`;

const NOT_FOUND_PAGE = '<html><head><title>404 Not Found</title></head><body><h1>404 Not Found</h1></body></html>\n';

/** Sends a day's package, or does what the fault says. A fault of the content is in the body already. */
export async function sendPackage(
  response: ServerResponse,
  body: () => Buffer,
  fault: PackageFault | undefined,
): Promise<void> {
  switch (fault?.kind) {
    case 'not-found':
      sendNotFound(response);
      return;
    case 'html':
      sendHtml(response, 200, VERIFICATION_PAGE);
      return;
    case 'javascript-challenge':
      sendHtml(response, 200, JAVASCRIPT_CHALLENGE);
      return;
    case 'server-error':
      sendHtml(response, 502, '<html><body><h1>502 Bad Gateway</h1></body></html>\n');
      return;
    case 'redirect': {
      const location = 'location' in fault ? fault.location : undefined;
      response.writeHead(302, { location: location ?? '/elsewhere/day.zip' }).end();
      return;
    }
    case 'hang':
      return;
    case 'cut': {
      const bytes = body();
      response.writeHead(200, zipHeaders(bytes.length));
      response.write(firstHalf(bytes), () => response.destroy());
      return;
    }
    case 'truncated':
      sendZip(response, firstHalf(body()));
      return;
    case 'slow':
      await sendSlowly(response, body(), fault);
      return;
    default:
      sendZip(response, body());
  }
}

export function sendNotFound(response: ServerResponse): void {
  sendHtml(response, 404, NOT_FOUND_PAGE);
}

export function sendHtml(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(page);
}

async function sendSlowly(response: ServerResponse, bytes: Buffer, fault: PackageFault): Promise<void> {
  const { beforeMs = 1000, duringMs = 0 } = 'beforeMs' in fault || 'duringMs' in fault ? fault : {};
  await sleep(beforeMs, undefined, { ref: false });
  response.writeHead(200, zipHeaders(bytes.length));
  response.write(firstHalf(bytes));
  await sleep(duringMs, undefined, { ref: false });
  response.end(bytes.subarray(firstHalf(bytes).length));
}

function sendZip(response: ServerResponse, bytes: Buffer): void {
  response.writeHead(200, zipHeaders(bytes.length)).end(bytes);
}

function zipHeaders(length: number): Record<string, string | number> {
  return { 'content-type': 'application/x-zip-compressed', 'content-length': length };
}

function firstHalf(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}
