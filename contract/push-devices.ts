import * as z from 'zod';
import { idParams, instant, rowId } from './page.ts';
import { merchantRoles } from './roles.ts';
import { defineRoute } from './route.ts';

/** Devices that notices are sent to (Web Push, RFC 8030): each is a browser in which its person said so. */

/** Of one person; the oldest goes when another one comes. */
export const pushDevicesMax = 10;

/** Bytes of an uncompressed point of P-256 and of a secret, as browsers write them. */
const keyOf = (chars: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .length(chars);

const pushDevice = z.object({
  id: rowId,
  os: z.string().nullable(),
  browser: z.string().nullable(),
  ipAddress: z.string().nullable(),
  addedOn: instant,
  /** SHA-256 of its endpoint, by which a browser finds itself. */
  endpointHash: z.string(),
});
export type PushDevice = z.infer<typeof pushDevice>;

export const listPushDevices = defineRoute({
  id: 'notices.devices',
  method: 'GET',
  path: '/notices/devices',
  allow: merchantRoles,
  right: 'account.own',
  summary:
    'The devices that notices of the caller are sent to, and the key by which the portal signs what it sends',
  output: z.object({ publicKey: z.string(), rows: z.array(pushDevice) }),
  errors: [],
});

export const addPushDevice = defineRoute({
  id: 'notices.addDevice',
  method: 'POST',
  path: '/notices/devices',
  allow: merchantRoles,
  right: 'account.own',
  idempotency: 'natural',
  summary:
    'Sends the notices of the caller to this browser, and to nobody else through it, until it signs out or is removed',
  body: z.strictObject({
    endpoint: z.url({ protocol: /^https$/ }).max(1_000),
    p256dh: keyOf(87),
    auth: keyOf(22),
  }),
  example: {
    body: {
      endpoint: 'https://push.example.com/send/abc',
      p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
      auth: 'tBHItJI5svbpez7KI4CCXg',
    },
  },
  output: z.object({ id: rowId }),
  errors: [],
});

const removed = z.object({ removed: z.number().int() });

export const removePushDevice = defineRoute({
  id: 'notices.removeDevice',
  method: 'DELETE',
  path: '/notices/devices/:id',
  allow: merchantRoles,
  right: 'account.own',
  idempotency: 'natural',
  summary: 'Sends nothing more to this device',
  params: idParams,
  output: removed,
  errors: ['notFound'],
});

export const removePushDevices = defineRoute({
  id: 'notices.removeDevices',
  method: 'DELETE',
  path: '/notices/devices',
  allow: merchantRoles,
  right: 'account.own',
  idempotency: 'natural',
  summary: 'Sends nothing more to any device of the caller',
  output: removed,
  errors: [],
});
