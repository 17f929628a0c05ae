/** Who may sign in (rules S1). ADMIN runs the platform and belongs to no merchant. */
export const roles = ['MERCHANT', 'CASHIER', 'ADMIN'] as const;
export type Role = (typeof roles)[number];

/** The people of a merchant: most routes of the merchant shell are theirs. */
export const merchantRoles = ['MERCHANT', 'CASHIER'] as const;
export const everyRole = roles;
