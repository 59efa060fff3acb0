import { ImpatientClient } from './impatient-client';

it('a connection that breaks while nobody listens ends no process', () => {
  expect(() => new ImpatientClient().emit('error', new Error('terminating connection'))).not.toThrow();
});
