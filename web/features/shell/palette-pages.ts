import { addBranch } from '@mizan/contract/management.ts';
import { may } from '@mizan/contract/may.ts';
import { startPayment } from '@mizan/contract/payments.ts';
import { addPerson } from '@mizan/contract/people.ts';
import { uploadBankFile } from '@mizan/contract/reconciliation.ts';
import { type ScreenName, screens } from '@mizan/contract/screens.ts';
import { addTerminal } from '@mizan/contract/terminal-manage.ts';
import type { TFunction } from 'i18next';
import { mayOpen } from '../../platform/screen-access.ts';
import type { Session } from '../../platform/session.store.ts';
import { says } from './palette-find.ts';

/** A place that the palette leads to. */
export interface PalettePlace {
  readonly id: string;
  readonly text: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, unknown>>;
}

/** Screens that stand in no menu, and what the palette calls them. */
const beyondMenu = ['exceptions', 'feeAudit', 'proof', 'audit'] as const satisfies readonly ScreenName[];
type BeyondMenu = (typeof beyondMenu)[number];
const inMenu = [
  'dashboard',
  'transactions',
  'refunds',
  'terminals',
  'terminal',
  'discounts',
  'reconciliation',
  'settlement',
  'management',
  'settings',
  'ownSettings',
] as const satisfies readonly ScreenName[];

const nameOf = (name: (typeof inMenu)[number] | BeyondMenu, t: TFunction): string =>
  (beyondMenu as readonly string[]).includes(name) ? t(`palette:page.${name}`) : t(screens[name].title);

/** The screens that somebody may open whose name, address or other words hold what was typed. */
export const foundPages = (words: readonly string[], visitor: Session, t: TFunction): PalettePlace[] =>
  [...inMenu, ...beyondMenu]
    .filter((name) => mayOpen(name, visitor))
    .map((name) => ({ id: name, text: nameOf(name, t), to: screens[name].path }))
    .filter(({ id, text, to }) => says(words, [text, to, t(`palette:also.${id}`)]));

/** What can be begun from anywhere: each opens its own form, and does nothing by itself. */
const begun = {
  newPayment: { route: startPayment, to: 'terminals', search: { pay: 'any' } },
  uploadFile: { route: uploadBankFile, to: 'reconciliation', search: { view: 'files' } },
  addTerminal: { route: addTerminal, to: 'terminals', search: { add: 'new' } },
  addBranch: { route: addBranch, to: 'management', search: { open: 'new' } },
  addPerson: { route: addPerson, to: 'management', search: { tab: 'people', open: 'new' } },
} as const;

/** Of what can be begun, what somebody has the right to and what was typed names; all of it where nothing was. */
export function foundActs(words: readonly string[], visitor: Session, t: TFunction): PalettePlace[] {
  return Object.entries(begun).flatMap(([id, { route, to, search }]): PalettePlace[] => {
    const text = t(`palette:act.${id}`);
    if (!may(visitor, route) || !says(words, [text])) return [];
    // A cashier's form is the screen itself.
    if (!mayOpen(to, visitor)) {
      return id === 'newPayment' && mayOpen('terminal', visitor)
        ? [{ id, text, to: screens.terminal.path }]
        : [];
    }
    return [{ id, text, to: screens[to].path, search }];
  });
}
