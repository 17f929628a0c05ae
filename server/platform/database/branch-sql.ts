/**
 * The row of a table by day that a call reads where it asks for no branch: that of all branches together, or its own one's where it is
 * held to a branch. CASE and no coalesce: behind a policy PostgreSQL reads by an index only what it knows to be safe to ask
 * before the policy, and coalesce is not among that (docs/decisions/0129-rows-of-one-branch.md).
 */
export const wholeOrOwnBranch = 'branch_id = CASE WHEN branch_scope() IS NULL THEN 0 ELSE branch_scope() END';
