import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The script behind a program of an installed package, to be run by this Node. */
export const installedTool = (name: string): string => join(root, 'node_modules', '.bin', name);
