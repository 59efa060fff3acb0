export { readHolder, lockDataDir } from './data-dir-lock';
export type { DataDirLock, LockHolder } from './data-dir-lock';
export { startEmbeddedPostgres } from './embedded-postgres';
export type { EmbeddedPostgres, EmbeddedPostgresOptions } from './embedded-postgres';
export { stopLeftoverServer } from './leftover-server';
export { readRuntimeFile, removeRuntimeFile, writeRuntimeFile } from './runtime-file';
export type { RuntimeInfo } from './runtime-file';
