/**
 * A portal reduced to its database, as a process of its own that tests may kill:
 * `node portal-stand-in.ts <data folder>` prints its URL once it runs and leaves in order on SIGTERM.
 */
import { startEmbedded } from './embedded.ts';

const [dataDir] = process.argv.slice(2);
if (!dataDir) throw new Error('Usage: portal-stand-in.ts <data folder>');

const server = await startEmbedded(dataDir, {
  durable: false,
  onNotice: (sentence) => console.log(sentence),
});
console.log(server.url);
process.once('SIGTERM', () => {
  void server.stop().then(() => process.exit(0));
});
setInterval(() => undefined, 60_000);
