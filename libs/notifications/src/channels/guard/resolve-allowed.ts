import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { AddressGuard, NOT_PUBLIC, withoutBrackets } from './address-guard';
import type { Outgoing } from './outgoing';
import { OutgoingError } from './outgoing-error';

/**
 * The addresses of a host, IPv4 first. The caller connects to these and resolves nothing again, so DNS can't answer something
 * else between check and connection.
 * @throws OutgoingError `blocked` if any of them is not allowed, `network` if there is none.
 */
export async function resolveAllowed(host: string, port: number, outgoing: Outgoing): Promise<LookupAddress[]> {
  const name = withoutBrackets(host);
  const family = isIP(name);
  const addresses = family === 0 ? await lookUpAll(name, outgoing) : [{ address: name, family }];
  if (addresses.length === 0) throw new OutgoingError('network', 'The host name was not found');
  const guard = new AddressGuard(outgoing);
  if (!guard.allowsHost(host, port) && !addresses.every(({ address }) => guard.allowsAddress(address))) {
    throw new OutgoingError('blocked', `The address is not allowed: ${NOT_PUBLIC}`);
  }
  return addresses.sort((left, right) => left.family - right.family);
}

async function lookUpAll(name: string, outgoing: Outgoing): Promise<LookupAddress[]> {
  return [...(outgoing.lookUp === undefined ? await lookup(name, { all: true }) : await outgoing.lookUp(name))];
}
