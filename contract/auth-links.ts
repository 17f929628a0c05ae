import * as z from 'zod';
import { defineRoute } from './route.ts';

/** Apart from contract/auth.ts, which the first screen loads. */
export const checkResetLink = defineRoute({
  id: 'auth.checkResetLink',
  method: 'POST',
  path: '/merchant-password/check-link',
  allow: 'public',
  idempotency: 'natural',
  summary: 'Says whether a link still sets a password, which does not spend it; sending one says no less',
  body: z.object({ token: z.string().max(100) }),
  output: z.object({ open: z.literal(true) }),
  errors: ['invalidToken'],
});
