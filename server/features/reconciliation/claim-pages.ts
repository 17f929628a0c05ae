/** Payments of a page of bank_claims: which of them files hold is a bit each. */
export const pagePayments = 512;
