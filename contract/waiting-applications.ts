import * as z from 'zod';
import { defineRoute } from './route.ts';

/** By itself, because the menu of every screen of administrators asks it. */
export const getWaitingApplications = defineRoute({
  id: 'platform.waitingApplications',
  method: 'GET',
  path: '/admin/waiting-applications',
  allow: ['ADMIN'],
  right: 'platform.read',
  summary: 'How many applications wait for a decision; the menu of every screen asks it',
  output: z.object({ count: z.number().int() }),
  errors: [],
});
