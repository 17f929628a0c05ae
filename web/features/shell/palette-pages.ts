import { addBranch } from '@mizan/contract/management.ts';
import { may } from '@mizan/contract/may.ts';
import { startPayment } from '@mizan/contract/payments.ts';
import { addPerson } from '@mizan/contract/people.ts';
import { uploadBankFile } from '@mizan/contract/reconciliation.ts';
import { type ScreenName, type ScreenOf, screens } from '@mizan/contract/screens.ts';
import { addTerminal } from '@mizan/contract/terminal-manage.ts';
import type { TFunction } from 'i18next';
import type texts from '../../../locales/en/palette.json';
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

/** The screens under the menu, but for those of one thing each: the palette finds the thing. */
type FoundScreen = {
  [Name in ScreenOf<'merchant' | 'admin'>]: (typeof screens)[Name]['path'] extends `${string}$${string}`
    ? never
    : Name;
}[ScreenOf<'merchant' | 'admin'>];
/** Those whose title is a text of their own file, which is not there before the screen is. */
type NamedHere = {
  [Name in FoundScreen]: (typeof screens)[Name]['title'] extends `shell:${string}` ? never : Name;
}[FoundScreen];

const foundScreens = (Object.keys(screens) as ScreenName[]).filter(
  (name): name is FoundScreen =>
    (screens[name].shell === 'merchant' || screens[name].shell === 'admin') &&
    !screens[name].path.includes('$'),
);
const isNamedHere = (name: FoundScreen): name is NamedHere => !screens[name].title.startsWith('shell:');

/** A screen without a name does not compile; other words by which it is found may be added. */
const nameHere = (name: NamedHere & keyof (typeof texts)['page']) => `palette:page.${name}`;

/** The screens that somebody may open whose name, address or other words, of both languages, hold what was typed. */
export const foundPages = (words: readonly string[], visitor: Session, t: TFunction): PalettePlace[] =>
  foundScreens
    .filter((name) => mayOpen(name, visitor))
    .map((id) => ({
      id,
      text: t(isNamedHere(id) ? nameHere(id) : screens[id].title),
      to: screens[id].path,
    }))
    .filter(({ id, text, to }) => says(words, [text, to, t(`palette:also.${id}`, { defaultValue: '' })]));

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
    if (!may(visitor, route) || !says(words, [text, t(`palette:alsoAct.${id}`)])) return [];
    // A cashier's form is the screen itself.
    if (!mayOpen(to, visitor)) {
      return id === 'newPayment' && mayOpen('terminal', visitor)
        ? [{ id, text, to: screens.terminal.path }]
        : [];
    }
    return [{ id, text, to: screens[to].path, search }];
  });
}
