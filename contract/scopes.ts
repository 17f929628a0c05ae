/**
 * What a key of an integrator may be given. A route that names none cannot be called by a key, whatever the key has.
 */
export const scopes = [
  'payments:write',
  'payments:read',
  'transactions:read',
  'terminals:read',
  'bankFiles:write',
  'bankFiles:read',
  'settlement:read',
  'settlement:write',
] as const;
export type Scope = (typeof scopes)[number];

/** What a key of test mode may be given; of their routes it reaches those that say `inTestMode`. */
export const testScopes = [
  'payments:write',
  'transactions:read',
  'terminals:read',
] as const satisfies readonly Scope[];
export const isTestScope = (scope: Scope): boolean => (testScopes as readonly Scope[]).includes(scope);
