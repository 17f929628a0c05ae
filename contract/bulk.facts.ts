import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** Files of branches, people and terminals: what one wrote is told once, with how many lines. */
const kind = { hears: ['MERCHANT', 'ADMIN'], about: ['bulkRun'], audit: true } as const;
const count = open(z.int());
const told = { fileName: open(z.string()), branches: count, users: count, terminals: count } as const;

export const bulkFacts = {
  'bulk.started': defineFact({
    ...kind,
    params: { fileName: told.fileName, lines: count },
  }),
  'bulk.finished': defineFact({ ...kind, params: told }),
  'bulk.canceled': defineFact({ ...kind, params: told }),
  'bulk.undone': defineFact({ ...kind, params: told }),
  'bulk.linksMade': defineFact({ ...kind, params: { fileName: told.fileName, links: count } }),
};
