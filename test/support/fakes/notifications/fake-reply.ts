/** What a service sends back. */
export interface FakeReply {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const json = (body: unknown, status = 200): FakeReply => ({ status, body: JSON.stringify(body) });

/** A request as it arrived. */
export interface ReceivedRequest {
  readonly kind: FakeServiceKind;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** As it was sent. */
  readonly raw: string;
  /** The JSON or the form; empty if it is neither. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970, by the clock of the fake. */
  readonly at: number;
}

/** The services that speak HTTP. Lark is Feishu on another host; a fake has one host. */
export type FakeServiceKind =
  'wecom' | 'feishu' | 'dingtalk' | 'telegram' | 'bark' | 'serverchan' | 'pushplus' | 'ntfy' | 'webhook';
