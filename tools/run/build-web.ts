/** Run before `npm start`: builds web/ where its sources differ from those of the last build. */
import { buildWeb, isBuilt } from './web-build.ts';

if (!(await isBuilt())) {
  console.log('Building the web …');
  const { failed } = await buildWeb();
  process.exitCode = failed === 0 ? 0 : 1;
}
