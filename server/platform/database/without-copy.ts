/**
 * Ends an INSERT … SELECT into a table of merchants or a copied one that says nothing of keys. A distributed database would
 * hand its rows on by COPY, which row-level security refuses; one that answers rows goes another way
 * (docs/decisions/0031-past-one-machine.md). On one machine it answers so many short rows, and means the same.
 */
export const withoutCopy = 'RETURNING merchant_id';
