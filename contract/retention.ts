import * as z from 'zod';
import { defineRoute } from './route.ts';

/** What is deleted after a time that whoever runs the portal may set. */
export const timedKinds = ['notices', 'webhooks', 'mails', 'sessions', 'violations'] as const;
/** What is never deleted: the law, or that the merchant is known here, asks for it. */
export const lastingKinds = ['books', 'audit', 'known'] as const;

export const getRetention = defineRoute({
  id: 'platform.retention',
  method: 'GET',
  path: '/admin/settings/retention',
  allow: ['ADMIN'],
  right: 'platformSettings.read',
  summary: 'For how many days this portal keeps what it deletes by itself, and the setting of each',
  output: z.object({
    rows: z.array(
      z.object({
        kind: z.enum(timedKinds),
        days: z.number().int().positive(),
        /** The environment variable by which whoever runs the portal sets it, and what it may be. */
        setting: z.string(),
        least: z.number().int(),
        most: z.number().int(),
      }),
    ),
  }),
  errors: [],
});
