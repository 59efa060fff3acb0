import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { TimeoutClient } from './timeout-client';

it('a connection that breaks while nobody listens ends no process', () => {
  expect(() => new TimeoutClient().emit('error', new Error('terminating connection'))).not.toThrow();
});

it('a connection through a pooler leaves the priority of a stranger’s process alone, whose id the pooler may have told', async () => {
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
  await once(stranger, 'spawn');
  const pid = stranger.pid ?? 0;
  const before = getPriority(pid);
  try {
    for (const pooled of [true, false]) {
      const client = new TimeoutClient({ serverNice: 19, pooled });
      Object.assign(client, { processID: pid }).emit('connect');
      expect(getPriority(pid)).toBe(pooled ? before : 19);
    }
  } finally {
    const exit = once(stranger, 'exit');
    stranger.kill('SIGKILL');
    await exit;
  }
});

it('a statement goes by its name, and through a pooler without', () => {
  const ofPackage = Object.getPrototypeOf(TimeoutClient.prototype) as { query(...parameters: unknown[]): unknown };
  const sent = jest.spyOn(ofPackage, 'query').mockImplementation(() => undefined);
  const statement = { name: 'a_name', text: 'select 1', values: [] };
  void new TimeoutClient().query(statement);
  void new TimeoutClient({ pooled: true }).query(statement);
  expect(sent.mock.calls).toEqual([[statement], [{ ...statement, name: undefined }]]);
  sent.mockRestore();
});
