import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/**
 * Below the range from which systems take the ports of outgoing connections (32768 on Linux, 49152 elsewhere). A client
 * that reconnects to a port in that range while the server is down can be given the very port it calls, talk to itself,
 * and keep the server from taking its port back.
 */
const LOWEST = 20_000;
const HIGHEST = 32_767;
const TRIES = 100;

/** A port of 127.0.0.1 on which nobody listens, and which no outgoing connection is given. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const port = await probe(randomInt(LOWEST, HIGHEST + 1));
    if (port !== undefined) return port;
  }
  // Better a port with the weakness above than no start.
  return (await probe(0)) ?? 0;
}

/** @returns the port that was listened on for a moment; undefined if it is taken. */
async function probe(wanted: number): Promise<number | undefined> {
  const server = createServer();
  try {
    const listening = once(server, 'listening');
    server.listen(wanted, '127.0.0.1');
    await listening;
  } catch {
    return undefined;
  }
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
