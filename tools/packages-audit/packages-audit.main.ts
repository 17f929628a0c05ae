/** `npm run packages:audit`: which of the locked packages have known vulnerabilities (docs/security.md, Components). */
import { root } from '../run/installed-tool.ts';
import { auditPackages } from './packages-audit.ts';

process.exitCode = await auditPackages(root, new Date(), (line) => console.log(line));
