import type { ServerResponse } from 'node:http';

/** What a call meets instead of an answer. `slow`, `dripping` and `broken` send what would have been the answer. */
export type FakeTushareFault =
  | { readonly kind: 'slow'; readonly ms: number }
  | { readonly kind: 'hanging' | 'broken' | 'cut' | 'html' | 'reset' | 'dripping' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'body'; readonly body: string };

const LINK = '权限的具体详情访问：https://tushare.pro/document/1?doc_id=108。';

/** The vendor's error bodies, to the letter: status 200, no data. */
export const VENDOR_ERRORS = {
  rate: (perMinute: number) => refusal(40203, `抱歉，您每分钟最多访问该接口${perMinute}次，${LINK}`),
  hourQuota: refusal(40203, `抱歉，您每小时最多访问该接口1次，${LINK}`),
  dayQuota: refusal(40203, `抱歉，您每天最多访问该接口100000次，${LINK}`),
  permission: refusal(40203, `抱歉，您没有接口访问权限，${LINK}`),
  permissionByCode: refusal(2002, '抱歉，您无此操作'),
  token: refusal(40101, '抱歉，您的token不对，请确认。'),
  parameter: refusal(40001, '抱歉，缺少必填参数，请确认。'),
  inner: refusal(-2002, '系统内部错误'),
} as const;

function refusal(code: number, msg: string): string {
  return JSON.stringify({ code, msg, message: msg, data: null });
}

/** Does to a reply what the fault says. @returns after which `answer` is to be sent as it is, or nothing more. */
export async function meet(fault: FakeTushareFault, response: ServerResponse, answer: string): Promise<void> {
  switch (fault.kind) {
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, fault.ms).unref());
      send(response, answer);
      return;
    case 'hanging':
      return;
    case 'dripping': {
      response.writeHead(200, { 'content-type': 'application/json' });
      let at = 0;
      const drip = setInterval(() => response.write(answer.charAt(at++) || ' '), 20);
      response.on('close', () => clearInterval(drip));
      return;
    }
    case 'broken':
      response.writeHead(200, { 'content-length': Buffer.byteLength(answer) });
      response.write(answer.slice(0, answer.length / 2), () => response.destroy());
      return;
    case 'cut':
      send(response, answer.slice(0, answer.length / 2));
      return;
    case 'html':
      send(response, '<html><body><h1>502 Bad Gateway</h1></body></html>');
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'status':
      response.writeHead(fault.status).end('upstream error');
      return;
    case 'redirect':
      response.writeHead(302, { location: fault.location }).end();
      return;
    case 'body':
      send(response, fault.body);
      return;
  }
}

export function send(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}
