/** Whether a branch or a person of a merchant may work. */
export const activities = ['ACTIVE', 'INACTIVE'] as const;
export type Activity = (typeof activities)[number];
