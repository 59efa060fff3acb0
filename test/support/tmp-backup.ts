import { writeBackup } from '#lib/backup';
import { StreamConnection } from '#lib/database';
const [url = '', file = ''] = process.argv.slice(2);
void (async () => {
  const connection = await StreamConnection.open(url, 'x');
  console.log(await writeBackup({ connection, file, force: true, signal: new AbortController().signal, onProgress: () => undefined }));
  await connection.end();
})();
