import * as discounts from '@mizan/contract/discounts.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import {
  addOneRate,
  type DiscountsDeps,
  listDiscounts,
  ratesOfMerchant,
  withdrawRate,
} from './discounts.service.ts';
import { importRates, previewImport } from './import.service.ts';
import { askRestatement, decideRestatement } from './restatements.service.ts';

/** Rates: added for days to come, taken back before they begin, corrected by two people. */
export function registerDiscountsRoutes(on: On, deps: DiscountsDeps): void {
  on(discounts.listDiscounts, (call) => listDiscounts(deps, memberOf(call)));
  on(discounts.listMerchantRates, ({ params }) => ratesOfMerchant(deps, params.id));
  on(discounts.addRate, (call) => addOneRate(deps, memberOf(call), call.body));
  on(discounts.withdrawRate, (call) => withdrawRate(deps, memberOf(call), call.params.id));
  on(discounts.previewImport, (call) => previewImport(deps, memberOf(call), call.body.text));
  on(discounts.importRates, (call) => importRates(deps, memberOf(call), call.body.text));
  on(discounts.askRestatement, (call) => askRestatement(deps, memberOf(call), call.body));
  on(discounts.decideRestatement, (call) =>
    decideRestatement(deps, memberOf(call), call.params.id, call.body),
  );
}
