import type { TestProject } from 'vitest/node';
import { removeFolder, temporaryFolder } from '../../server/platform/postgres/stand-in-portals.ts';
import { runPortal } from '../../server/testing/portal-process.ts';

/** The portal of a run: the demo as `npm start` gives it to a newcomer, on data of its own. */
export interface DemoPortal {
  /** http://127.0.0.1:<port> */
  url: string;
  dataDir: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    demoPortal: DemoPortal;
  }
}

/** Vitest's global setup: one demo portal with its terminals for all browser tests that only read it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await temporaryFolder();
  try {
    const portal = await runPortal({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info' });
    project.provide('demoPortal', { url: portal.url, dataDir });
    return async () => {
      await portal.end();
      await removeFolder(dataDir);
    };
  } catch (error) {
    await removeFolder(dataDir);
    throw error;
  }
}
