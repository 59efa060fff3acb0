import { TimeoutClient } from './timeout-client';

it('a connection that breaks while nobody listens ends no process', () => {
  expect(() => new TimeoutClient().emit('error', new Error('terminating connection'))).not.toThrow();
});
