import { readNotedHead, reportText } from './audit-verify.ts';
import { readConfig, WrongSetting } from './config.ts';
import { verifyAudit } from './platform/audit/verify.ts';
import { createLog } from './platform/log.ts';
import { openStore } from './store.ts';

const help = `npm run audit:verify -- [<chain>:<count>:<hash> ...]

  Walks every chain of the audit log and names the first entry that is not as it was written. The portal may run
  meanwhile. Each line that it prints ends in <chain>:<count>:<hash>; kept elsewhere and given here later, it also
  proves that nothing was written anew by somebody who owns the database.
`;

async function main(): Promise<number> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    console.log(help);
    return 0;
  }
  const noted = args.map(readNotedHead);
  const store = await openStore(readConfig(process.env), createLog('warn'));
  try {
    const reports = await verifyAudit(store.db, noted);
    for (const report of reports) console.log(reportText(report));
    const broken = reports.filter((report) => report.broken !== null).length;
    console.log(
      broken === 0 ? 'The audit log is whole.' : `${broken} of ${reports.length} chains are broken.`,
    );
    return broken === 0 ? 0 : 1;
  } finally {
    await store.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof WrongSetting)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
