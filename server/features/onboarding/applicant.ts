import type { Actor, Origin } from '../../platform/audit/audit.ts';

/** Who applies, as the audit log names them: the owner of a merchant that nobody has approved yet. */
export const applicantActor = (
  { ownerId, merchantId, fullName }: { ownerId: string; merchantId: string; fullName: string },
  from: Origin,
): Actor => ({ userId: ownerId, fullName, role: 'MERCHANT', merchantId, from });
