import type { IncomingHttpHeaders } from 'node:http';

/** A request as it arrived. */
export interface RecordedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Milliseconds since 1970; the end is that of the response or of the connection. */
  readonly at: number;
  endedAt: number | undefined;
  /** Kind of the fault that it met. */
  readonly fault: string | undefined;
}

/** The requests of a server, and how they overlap. */
export class RequestLog {
  readonly requests: RecordedRequest[] = [];
  /** The greatest number of requests that were open at once. */
  mostAtOnce = 0;
  private open = 0;

  begin(path: string, headers: IncomingHttpHeaders, fault: string | undefined): RecordedRequest {
    const request: RecordedRequest = { path, headers, at: Date.now(), endedAt: undefined, fault };
    this.requests.push(request);
    this.open += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.open);
    return request;
  }

  end(request: RecordedRequest): void {
    request.endedAt = Date.now();
    this.open -= 1;
  }

  /** Requests by the end of their path. */
  count(pathEnd: string): number {
    return this.requests.filter(({ path }) => path.endsWith(pathEnd)).length;
  }

  /** Milliseconds from the end of each request to the beginning of the next; negative if they overlap. */
  gaps(): number[] {
    return this.requests.slice(1).map(({ at }, index) => at - (this.requests[index]?.endedAt ?? Infinity));
  }

  clear(): void {
    this.requests.length = 0;
    this.mostAtOnce = this.open;
  }
}
