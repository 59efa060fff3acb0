import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { AppError } from '#lib/kernel';

/**
 * Checks that the API will be able to listen, and turns port 0 into a free one.
 * @throws AppError `port_in_use` with one sentence.
 */
export async function claimPort(host: string, port: number): Promise<number> {
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, 'listening');
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    const reason = code === 'EADDRINUSE' ? `port ${port} is in use` : `${host}:${port} can't be listened on (${code})`;
    throw new AppError('conflict', 'port_in_use', `${reason}; set PORT or HOST to another one`, { cause });
  }
  const { port: found } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return found;
}
