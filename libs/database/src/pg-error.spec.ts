import { convertDatabaseError, isTransactionConflict } from './pg-error';

const bare = (code: string) => Object.assign(new Error('select * from secret_table'), { code });
/** As TypeORM throws it. */
const wrapped = (code: string) => Object.assign(new Error('query failed'), { driverError: bare(code) });

it.each([
  ['22003', 'invalid', 'invalid_value'],
  ['22021', 'invalid', 'invalid_value'],
  ['22P05', 'invalid', 'invalid_value'],
  ['23505', 'conflict', 'duplicate'],
  ['40001', 'unavailable', 'database_unavailable'],
  ['40P01', 'unavailable', 'database_unavailable'],
  ['08006', 'unavailable', 'database_unavailable'],
  ['53100', 'unavailable', 'database_unavailable'],
  ['53300', 'unavailable', 'database_unavailable'],
  ['57014', 'unavailable', 'database_unavailable'],
  ['57P01', 'unavailable', 'database_unavailable'],
  ['58030', 'unavailable', 'database_unavailable'],
  ['ECONNREFUSED', 'unavailable', 'database_unavailable'],
  ['ENETUNREACH', 'unavailable', 'database_unavailable'],
  ['EADDRNOTAVAIL', 'unavailable', 'database_unavailable'],
  ['EMFILE', 'unavailable', 'no_handles_left'],
  ['ENFILE', 'unavailable', 'no_handles_left'],
])('%s is %s (%s), bare or through TypeORM, and shows no SQL', (state, kind, code) => {
  for (const error of [bare(state), wrapped(state)]) {
    const known = convertDatabaseError(error);
    expect(known).toMatchObject({ kind, code, retryable: kind === 'unavailable' });
    expect(known?.message).not.toContain('secret_table');
    if (kind === 'unavailable') expect(known?.retryAfterSeconds).toBe(2);
  }
});

it.each(['42601', '42P01', '23503', 'ENOENT'])('%s is a bug of ours', (code) => {
  expect(convertDatabaseError(bare(code))).toBeUndefined();
});

it('errors that may pass on a retry are recognized', () => {
  expect(['40001', '40P01', '40002', '23505'].map((code) => isTransactionConflict(wrapped(code)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('a server that does not answer in time is unavailable, through the pool and on a connection of its own', () => {
  for (const message of ['timeout exceeded when trying to connect', 'timeout expired']) {
    expect(convertDatabaseError(new Error(message))).toMatchObject({ kind: 'unavailable' });
  }
});
