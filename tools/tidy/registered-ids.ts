import { posix } from 'node:path';
import { importsOf } from './imports.ts';
import { type Findings, isCode, isTest, type SourceFile } from './source-files.ts';

/**
 * An id is registered in the folder that it belongs to, and nowhere else: a route is handled by the feature of its file in
 * contract/, a fact is told by the feature that it begins with, the handlers of an order are handed over in
 * server/terminal-orders.ts, a screen is a page of the feature whose route it stands on. What is elsewhere stands here, by name; a
 * line that nothing needs any more is a finding itself.
 */
interface Homes {
  /** By file of contract/, where its routes are handled if not in the folder of its name. */
  readonly routes: Readonly<Record<string, readonly string[]>>;
  /** By folder of server/, what it tells that begins with another name: a fact, or all of a prefix ('feeClaims.'). */
  readonly facts: Readonly<Record<string, readonly string[]>>;
  /** By screen, the folder of web/features that its page is in. */
  readonly screens: Readonly<Record<string, string>>;
}

const homes: Homes = {
  routes: {
    'arrived-statements': ['deposits'],
    'asked-of-me': ['exceptions'],
    'auth-links': ['auth'],
    'bank-file-part': ['reconciliation'],
    'cashier-refunds': ['refunds'],
    'chargeback-days': ['exceptions'],
    chargebacks: ['exceptions'],
    'counted-lines': ['reconciliation'],
    'dashboard-insights': ['dashboard'],
    'district-import': ['districts'],
    'earlier-files': ['reconciliation'],
    'exception-limit': ['exceptions'],
    'exception-rules': ['exceptions'],
    'exceptions-together': ['exceptions'],
    'fee-claims': ['fee-audit'],
    'first-steps': ['dashboard'],
    'hand-matches': ['exceptions'],
    'integrator-calls': ['integrator'],
    'integrator-keys': ['integrator'],
    'integrator-systems': ['integrator'],
    'integrator-webhooks': ['integrator'],
    journal: ['settlement'],
    'journal-accounts': ['settlement'],
    'mail-settings': ['platform-settings'],
    merchants: ['merchants', 'onboarding'],
    'missing-claims': ['fee-audit'],
    'waiting-applications': ['platform'],
    // Everything that a merchant owns is an export like others.
    ownership: ['exports', 'ownership'],
    'offered-devices': ['vendors'],
    'offered-places': ['districts'],
    people: ['management'],
    'rate-proposals': ['platform-settings'],
    'reconcile-times': ['terminal-reconciliation'],
    'refund-limit': ['refunds'],
    rents: ['fee-audit'],
    retention: ['platform-settings'],
    'settlement-statements': ['settlement'],
    'settlement-table': ['settlement'],
    statements: ['deposits'],
    'terminal-history': ['terminals'],
    'terminal-manage': ['terminals'],
    'vat-report': ['settlement'],
    'vat-settings': ['platform-settings'],
  },
  facts: {
    account: [
      'auth.passkeyConfirmed',
      'auth.passwordConfirmed',
      'auth.passwordRefused',
      'auth.signInLimited',
    ],
    alerts: ['settlement.overdue', 'terminals.silent'],
    auth: ['account.profileChanged'],
    banks: ['payments.bankNamed'],
    discounts: ['payments.chargesRestated'],
    exceptions: ['banks.answerDaysSet'],
    'fee-audit': ['banks.rentSet', 'feeClaims.'],
    'files-letter': ['bankFiles.dayTold', 'bankFiles.letterRecipientsSet', 'bankFiles.letterTimeSet'],
    gateway: ['terminals.connected', 'terminals.disconnected'],
    integrator: ['terminals.cashierBound', 'terminals.cashierTakenOff'],
    onboarding: [
      'merchants.approved',
      'merchants.correctionAsked',
      'merchants.documentDownloaded',
      'merchants.rejected',
    ],
    ownership: ['merchants.closed', 'merchants.closingTold', 'merchants.reopened', 'merchants.reopeningTold'],
    passkeys: [
      'account.passkeyAdded',
      'account.passkeyRemoved',
      'account.passkeyRenamed',
      'auth.passkeyConfirmed',
      'auth.passkeyRefused',
    ],
    preferences: ['account.preferencesChanged'],
    'push-devices': ['account.pushDeviceAdded', 'account.pushDevicesRemoved'],
    reconciliation: ['bankFiles.'],
    suspension: [
      'merchants.observed',
      'merchants.observerTold',
      'merchants.observingEnded',
      'merchants.reinstated',
      'merchants.signedOut',
      'merchants.suspended',
      'merchants.suspensionTold',
      'merchants.reinstatementTold',
    ],
    'terminal-reconciliation': [
      'terminals.dayTold',
      'terminals.reconcileAsked',
      'terminals.reconcileRecipientsSet',
      'terminals.reconcileTimeSet',
      'terminals.reconciledByItself',
      'terminals.reconciledNothingNew',
    ],
    'terminal-settings': ['terminals.configureAsked', 'terminals.configured', 'terminals.settingsRefused'],
    'watched-folder': ['bankFiles.dropRefused', 'bankFiles.folderWatched'],
  },
  screens: {},
};

const defined = /export const (\w+) = defineRoute\(\{[\s\S]*?\n {2}id: '([\w.-]+)'/g;
const imported = /import (?:type )?(?:\{([^}]*)\}|\* as (\w+)) from '(?:@mizan\/contract|\.)\/([\w-]+)\.ts'/g;
const handled = /\bon\(\s*(?:(\w+)\.)?(\w+),/g;

/** The file of contract/ that a name comes from: the name as it is used here, or the namespace before it. */
function originsIn(text: string): Map<string, string> {
  const origins = new Map<string, string>();
  for (const [, names, space, file = ''] of text.matchAll(imported)) {
    const used = (names ?? '').split(',').map((part) => part.trim().split(' as ').at(-1) ?? '');
    for (const name of space ? [space] : used) origins.set(name, file);
  }
  return origins;
}

const contractName = /^contract\/([\w-]+)\.ts$/;
const featureOf = (path: string): string => /^server\/(?:features\/)?([^/]+)\//.exec(path)?.[1] ?? '';
const kebab = (prefix: string): string => prefix.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const isProduct = (file: SourceFile): boolean =>
  isCode(file) && !isTest(file) && !file.path.includes('/testing/') && !file.path.startsWith('server/demo/');

const idsIn = (text: string): string[] => [...text.matchAll(defined)].map(([, , id = '']) => id);

/** Routes that are defined twice, or handled outside the folder of their file. */
function routeFindings(files: SourceFile[], { routes }: Homes): Findings {
  const seen = new Map<string, string>();
  const twice = files.flatMap(({ path, text }) =>
    (contractName.test(path) ? idsIn(text) : []).flatMap((id) => {
      const first = seen.get(id);
      seen.set(id, path);
      return first ? [`${path} defines ${id}, and so does ${first}`] : [];
    }),
  );
  const used = new Map<string, Set<string>>();
  const strange = files.flatMap(({ path, text }) => {
    if (!path.startsWith('server/') || !path.endsWith('.routes.ts')) return [];
    const origins = originsIn(text);
    const folder = featureOf(path);
    return [...text.matchAll(handled)].flatMap(([, space, name = '']) => {
      const file = origins.get(space ?? name);
      if (!file) return [`${path} handles ${name}: import it from its file of contract/`];
      used.set(file, (used.get(file) ?? new Set()).add(folder));
      const wanted = routes[file] ?? [file];
      return wanted.includes(folder)
        ? []
        : [`${path} handles ${name}, which belongs to ${wanted.join(' or ')}`];
    });
  });
  const idle = Object.entries(routes).flatMap(([file, folders]) =>
    folders
      .filter((folder) => !used.get(file)?.has(folder))
      .map((folder) => `${folder} handles nothing of ${file}`),
  );
  return [...twice, ...strange, ...idle];
}

/** Facts that are named outside the folder that they begin with. */
function factFindings(files: SourceFile[], { facts }: Homes): Findings {
  const known = new Set(
    files.flatMap(({ path, text }) =>
      path.endsWith('.facts.ts') ? [...text.matchAll(/^ {2}'([\w.]+)':/gm)].map(([, id = '']) => id) : [],
    ),
  );
  const used = new Set<string>();
  const strange = files.filter(isProduct).flatMap(({ path, text }) => {
    if (!path.startsWith('server/') || path.startsWith('server/platform/')) return [];
    const folder = featureOf(path);
    return [...text.matchAll(/'([a-zA-Z]+)(\.[a-zA-Z]+)'/g)].flatMap(([, prefix = '', rest = '']) => {
      const id = prefix + rest;
      if (!known.has(id) || kebab(prefix) === folder) return [];
      const named = facts[folder]?.find((each) => each === id || each === `${prefix}.`);
      used.add(`${folder} ${named}`);
      return named ? [] : [`${path} names the fact ${id}, which belongs to ${kebab(prefix)}`];
    });
  });
  const idle = Object.entries(facts).flatMap(([folder, names]) =>
    names.filter((name) => !used.has(`${folder} ${name}`)).map((name) => `${folder} names ${name} no more`),
  );
  return [...new Set(strange), ...idle];
}

const handsOver = 'server/terminal-orders.ts';
const handlerFile = /^server\/features\/[^/]+\/[\w-]+-orders\.ts$/;

/** Handlers of orders that are taken by anybody but the table of them. */
const orderFindings = (files: SourceFile[]): Findings =>
  importsOf(files)
    .filter(
      ({ from, target, isTestFile }) => handlerFile.test(target ?? '') && !isTestFile && from !== handsOver,
    )
    .map(({ from, target }) => `${from} takes the handlers of ${target}: ${handsOver} hands them over`);

const pageFile = /^web\/(features\/([^/]+)|composed)\/[\w-]+\.page\.tsx$/;
const standing = /^ {2}(\w+): \{\n(?:(?! {2}\},)[^\n]*\n)*? {4}\.\.\.standsOn\((\w+),/gm;
const shownPage =
  /^ {4}(\w+): (?:(?! {4}\w+: )[^\n]*\n)*?(?! {4}\w+: )[^\n]*import\('\.\/([\w/-]+\.page\.tsx)'\)/gm;
const kept = /^const (\w+) = (\(\) => import\('[^']+'\));/gm;

/** The table of pages, each import where it is used. */
function pagesText(files: SourceFile[]): string {
  const text = files.find(({ path }) => path === 'web/pages.ts')?.text ?? '';
  return [...text.matchAll(kept)].reduce((all, [, name = '', load = '']) => all.replaceAll(name, load), text);
}

/** Pages that are loaded outside the table of screens, and screens whose page is of another feature than their route. */
function screenFindings(files: SourceFile[], { routes, screens }: Homes): Findings {
  const loads = importsOf(files)
    .filter(({ from, target, isTestFile }) => {
      if (isTestFile || !pageFile.test(target ?? '') || from === 'web/pages.ts') return false;
      return posix.dirname(from) !== posix.dirname(target ?? '');
    })
    .map(({ from, target }) => `${from} loads ${target}: web/pages.ts says which screen it is`);
  const table = files.find(({ path }) => path === 'contract/screens.ts')?.text ?? '';
  const origins = originsIn(table);
  const standsOn = new Map(
    [...table.matchAll(standing)].map(([, screen = '', route = '']) => [screen, route]),
  );
  const used = new Set<string>();
  const strange = [...pagesText(files).matchAll(shownPage)].flatMap(([, screen = '', page = '']) => {
    const folder = pageFile.exec(`web/${page}`)?.[2];
    const route = standsOn.get(screen);
    if (!folder || !route) return [];
    const file = origins.get(route) ?? '';
    if ((routes[file] ?? [file]).includes(folder)) return [];
    used.add(screen);
    return screens[screen] === folder
      ? []
      : [`${screen} stands on ${route} of ${file}, its page is in ${folder}`];
  });
  const idle = Object.keys(screens).filter((screen) => !used.has(screen));
  return [...loads, ...strange, ...idle.map((screen) => `${screen} needs no home of its own`)];
}

/** Ids that are registered outside the folder that they belong to. */
export const registeredFindings = (files: SourceFile[], at: Homes = homes): Findings => [
  ...routeFindings(files, at),
  ...factFindings(files, at),
  ...orderFindings(files),
  ...screenFindings(files, at),
];
