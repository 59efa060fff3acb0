import { AppError } from '#lib/kernel';
import type { ChannelKind } from '../../domain/channel-kind';
import { CHANNELS } from '../channels';
import { AddressGuard, type Allowance } from '../guard/address-guard';

const LONGEST = 2048;

/**
 * Reads the `endpoint` of a channel: an origin, or for a webhook the whole address.
 * @param allowance With it, an address that the guard would reject without asking DNS is rejected here already. Names are checked
 *   at each delivery, since DNS may answer something else by then.
 * @returns the address as it is kept, null if there is none.
 * @throws AppError `invalid_input`.
 */
export function readEndpoint(kind: ChannelKind, given: unknown, allowance?: Allowance): string | null {
  const use = CHANNELS[kind].endpoint;
  if (given === undefined || given === null || given === '') {
    if (use === 'url') throw invalid('endpoint is required: the address that takes the events');
    return null;
  }
  if (use === 'none') throw invalid(`endpoint can't be set for ${kind}`);
  if (typeof given !== 'string' || given.length > LONGEST || !URL.canParse(given)) {
    throw invalid(`endpoint must be an address of at most ${LONGEST} characters`);
  }
  const url = new URL(given);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw invalid('endpoint must begin with https://');
  if (url.username !== '' || url.password !== '') throw invalid('endpoint must not hold a user name or password');
  if (url.hash !== '') throw invalid('endpoint must not hold a fragment');
  if (use === 'origin' && (url.pathname !== '/' || url.search !== '')) {
    throw invalid('endpoint must be an origin such as https://example.com, without a path');
  }
  const rejection = allowance === undefined ? null : new AddressGuard(allowance).findRejection(url);
  if (rejection !== null) throw invalid(`endpoint is not allowed: ${rejection}`);
  return use === 'origin' ? url.origin : url.href;
}

function invalid(message: string): AppError {
  return AppError.invalid(message, [{ field: 'endpoint', message }]);
}
