/**
 * Citus sends a statement to one machine where it sees which merchant it is of: a value or a parameter, not the function
 * tenant_id(), behind which it may be any. So on a distributed database the merchant goes along as one parameter more.
 * The policies of the tables still ask tenant_id(): who names the wrong merchant sees nothing.
 */
export function withTenantParameter(
  text: string,
  values: readonly unknown[],
  merchantId: string,
): { text: string; values: readonly unknown[] } {
  if (!text.includes('tenant_id()')) return { text, values };
  return {
    text: text.replaceAll('tenant_id()', `$${values.length + 1}::bigint`),
    values: [...values, merchantId],
  };
}
