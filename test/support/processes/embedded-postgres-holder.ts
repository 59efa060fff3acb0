/** A process for tests: starts the embedded PostgreSQL on the folder given as argument, tells so in a line of JSON, and stays. */
import { startEmbeddedPostgres } from '#lib/embedded-postgres';
import { messageOf } from '#lib/kernel';

const [dataDir = '', command = 'npm start'] = process.argv.slice(2);

startEmbeddedPostgres({ dataDir, command, log: () => undefined })
  .then(({ url, pid }) => {
    process.stdout.write(`${JSON.stringify({ url, pid })}\n`);
    setInterval(() => undefined, 60_000);
  })
  .catch((error: unknown) => {
    process.stdout.write(`${JSON.stringify({ refused: messageOf(error) })}\n`);
  });
