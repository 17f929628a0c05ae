import * as z from 'zod';
import { defineRoute } from './route.ts';

/** By itself, because the menu of every screen of administrators asks it. */
export const getWaitingApplications = defineRoute({
  id: 'platform.waitingApplications',
  method: 'GET',
  path: '/admin/waiting-applications',
  allow: ['ADMIN'],
  right: 'platform.read',
  summary:
    'How many applications wait for a decision, and how many merchants there are; the menu of every screen asks it',
  output: z.object({
    count: z.number().int(),
    /** Approved ones, suspended or not, as the admin dashboard counts them. */
    merchants: z.number().int(),
  }),
  errors: [],
});
