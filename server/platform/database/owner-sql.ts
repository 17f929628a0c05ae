/** As SQL: the row of users under this name is an owner's. A member without a place in the team is one. */
export const isOwnerSql = (users: string): string =>
  `${users}.role = 'MERCHANT' AND coalesce(${users}.team_role, 'owner') = 'owner'`;
