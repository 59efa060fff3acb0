import type { LookupAddress } from 'node:dns';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { AddressGuard } from './address-guard';
import type { Outgoing } from './outgoing';
import { OutgoingError } from './outgoing-error';
import { resolveAllowed } from './resolve-allowed';
import { withinLimits } from './within-limits';

export interface GuardedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface GuardedResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** At most 64 KB; what comes after that is not read. */
  readonly text: string;
}

const LARGEST_BYTES = 64 * 1024;
const LARGEST_HEADERS = 16 * 1024;

/**
 * Posts to an address that a user has set. https on the ports 443 and 8443, and only to public addresses, unless the operator
 * allows the host; each address that DNS gives is checked, and the connection goes to these. Redirects are not followed, and no
 * proxy of the environment is used.
 * @throws OutgoingError.
 */
export function postGuarded(request: GuardedRequest, outgoing: Outgoing): Promise<GuardedResponse> {
  return withinLimits(outgoing, async (signal, connected) => {
    const url = new URL(request.url);
    const rejection = new AddressGuard(outgoing).findRejection(url);
    if (rejection !== null) throw new OutgoingError('blocked', `The address is not allowed: ${rejection}`);
    const isHttps = url.protocol === 'https:';
    const port = url.port === '' ? (isHttps ? 443 : 80) : Number(url.port);
    const addresses = await resolveAllowed(url.hostname, port, outgoing);
    signal.throwIfAborted();
    const options: RequestOptions = {
      method: 'POST',
      headers: {
        ...request.headers,
        'user-agent': 'stock-cycle-notifications',
        'accept-encoding': 'identity',
        'content-length': Buffer.byteLength(request.body),
      },
      // An agent of its own: no connection is reused, no proxy of the environment is read.
      agent: isHttps ? new HttpsAgent() : new HttpAgent(),
      lookup: lookUpIn(addresses),
      maxHeaderSize: LARGEST_HEADERS,
      signal,
    };
    const response = await exchange(url, options, request.body, connected);
    return {
      status: response.statusCode ?? 0,
      retryAfter: response.headers['retry-after'],
      text: await readStart(response),
    };
  });
}

function exchange(url: URL, options: RequestOptions, body: string, connected: () => void): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const isHttps = url.protocol === 'https:';
    const request = (isHttps ? requestHttps : requestHttp)(url, options, resolve);
    request.once('socket', (socket) => socket.once(isHttps ? 'secureConnect' : 'connect', connected));
    request.on('error', reject);
    request.end(body);
  });
}

/** The resolver of a connection, which knows these addresses only. */
function lookUpIn(addresses: LookupAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first = { address: '', family: 0 }] = addresses;
    if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  };
}

async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).byteLength;
    // Leaving the loop closes the connection.
    if (bytes >= LARGEST_BYTES) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, LARGEST_BYTES));
}
