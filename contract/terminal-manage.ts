import * as z from 'zod';
import { asSeen } from './as-seen.ts';
import { deviceNameMax } from './device-name.ts';
import { idParams, rowId } from './page.ts';
import { defineRoute } from './route.ts';

/** Terminals added, assigned, taken out of service and brought back by their merchant. */

export const labelMax = 60;
const label = z.string().trim().max(labelMax).nullable();

export const getTerminalChoices = defineRoute({
  id: 'terminals.choices',
  method: 'GET',
  path: '/terminal-choices',
  allow: ['MERCHANT'],
  right: 'terminals.manage',
  summary: 'What a terminal can be assigned to: branches and cashiers in use, and banks',
  output: z.object({
    branches: z.array(z.object({ id: rowId, nameEn: z.string(), nameAr: z.string() })),
    cashiers: z.array(
      z.object({
        id: rowId,
        fullName: z.string(),
        branchId: rowId.nullable(),
        /** The terminal that they work at now. */
        tid: z.string().nullable(),
      }),
    ),
    banks: z.array(z.object({ id: rowId, nameEn: z.string(), nameAr: z.string() })),
  }),
  errors: [],
});

export const addTerminal = defineRoute({
  id: 'terminals.add',
  method: 'POST',
  path: '/terminals',
  allow: ['MERCHANT'],
  right: 'terminals.manage',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Adds a terminal by the number that its bank gave it; a device is paired with it by a code',
  body: z
    .strictObject({
      tid: z.string().regex(/^\d{8,16}$/),
      /** One that is offered (`getOfferedDevices`). */
      model: z.string().min(1).max(deviceNameMax),
      branchId: rowId,
      /** Who pays for what it charges; null of a test terminal, which charges nothing. */
      bankId: rowId.nullable(),
      label,
      /** A test terminal: a simulated device alone is paired with it. It stays one for ever. */
      isTest: z.boolean().default(false),
    })
    .refine(({ bankId, isTest }) => isTest === (bankId === null), 'a bank, but of a test terminal none'),
  example: {
    body: {
      tid: '88505802',
      model: 'PAX A920Pro',
      branchId: '3',
      bankId: '1',
      label: 'Front counter',
      isTest: false,
    },
  },
  output: z.object({ id: rowId, tid: z.string() }),
  /** badRequest {model: 'notOffered'}; conflict: the number is taken, here or elsewhere. */
  errors: ['notFound', 'conflict'],
});

export const assignTerminal = defineRoute({
  id: 'terminals.assign',
  method: 'PUT',
  path: '/terminals/:id/assignment',
  allow: ['MERCHANT'],
  right: 'terminals.manage',
  idempotency: 'natural',
  summary: 'Names a terminal and assigns it to a branch and to one of its cashiers, or to nobody',
  params: idParams,
  body: asSeen(z.strictObject({ label, branchId: rowId, cashierId: rowId.nullable() })),
  example: {
    body: {
      label: 'Front counter',
      branchId: '3',
      cashierId: null,
      seen: { label: null, branchId: '3', cashierId: null },
    },
  },
  output: z.object({ id: rowId }),
  /** conflict: it does not stand as seen. */
  errors: ['notFound', 'conflict'],
});

export const retireTerminal = defineRoute({
  id: 'terminals.retire',
  method: 'POST',
  path: '/terminals/:id/retire',
  allow: ['MERCHANT'],
  right: 'terminals.manage',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Takes a terminal out of service: its device is refused, its payments and history stay',
  params: idParams,
  output: z.object({ id: rowId }),
  /** terminalBusy: the outcome of a payment is not known, or it is reconciling. */
  errors: ['notFound', 'terminalBusy'],
});

export const returnTerminal = defineRoute({
  id: 'terminals.return',
  method: 'POST',
  path: '/terminals/:id/return',
  allow: ['MERCHANT'],
  right: 'terminals.manage',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Brings a terminal back into service; a device is paired with it anew',
  params: idParams,
  output: z.object({ id: rowId }),
  errors: ['notFound'],
});
