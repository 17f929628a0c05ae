import { type Findings, isCode, isTest, type SourceFile } from './source-files.ts';

interface BannedWord {
  in: (file: SourceFile) => boolean;
  word: RegExp;
  instead: string;
}

const isStyle = ({ path }: SourceFile): boolean => path.endsWith('.css');
const isWeb = (file: SourceFile): boolean => file.path.startsWith('web/') && isCode(file);
const isServer = (file: SourceFile): boolean => file.path.startsWith('server/') && isCode(file);
/** What the server says, apart from what it reads in banks' files and searches, and from what the demo is filled with. */
const isServerSpeech = (file: SourceFile): boolean =>
  isServer(file) &&
  !isTest(file) &&
  !/\/testing\/|^server\/(?:demo|reconciliation)\/|\/transaction-search\.ts$/.test(file.path);
/** Features, but for where a guard is made and for what a route cannot say without its input (`freshSignIn: 'byInput'`). */
const isServiceOfRoutes = (file: SourceFile): boolean =>
  file.path.startsWith('server/features/') &&
  isCode(file) &&
  !isTest(file) &&
  !/\/testing\/|^server\/features\/(?:auth\/attempts|preferences\/preferences\.service)\.ts$/.test(file.path);
/** Mails that are there for the secret they carry: a code or a link with a token. All others tell of a fact. */
const secretMails = [
  'oneTimeCode',
  'resetLink',
  'profileLink',
  'activationLink',
  'correction',
  'accessLink',
].join('|');
/**
 * Commands that are no row of the kit: the screen of a payment, whose state the terminal decides while the answer is on its
 * way, and the password by passkey, which asks the browser before the portal.
 */
const ownMutations: ReadonlySet<string> = new Set([
  'web/features/payments/payment-form.tsx',
  'web/features/payments/payment-unknown.tsx',
  'web/features/shell/passkey-confirmation.tsx',
]);
/** The counted pages that integrations of this market expect of one list: bounded by its days (decision 0109). */
const countedPages = 'server/features/integrator/b2b.queries.ts';
/** Where the guard of a route is asked once more, of somebody's row (docs/decisions/0340-rules-about-rows-are-no-guards.md). */
const guardAgain = 'server/features/users/still-may.ts';
/** Pages of English and Latin digits alone, what is read from receipts, and the one place that knows whose digits are whose. */
const dotted = new Set([
  'contract/apart.ts',
  'contract/transaction-search.ts',
  'server/platform/http/api-docs.ts',
  'server/demo/outbox/outbox.page.ts',
]);
const isOwnList = ({ path }: SourceFile): boolean => path.startsWith('tools/tidy');

/** An Arabic zero looks like it (docs/decisions/0434-no-dot-beside-arabic-digits.md). */
const middleDot = /[·∙⋅]|\\u00b7|(?<![•*])•(?![•\]])/i;

/** What is not written here, and what is written instead. */
const bannedWords: BannedWord[] = [
  {
    in: isStyle,
    word: /\b(?:margin|padding|border)-(?:left|right)\b/,
    instead: 'the same with -inline-start or -inline-end',
  },
  {
    in: ({ path }) => path.startsWith('server/') && path.includes('/testing/') && !path.endsWith('.test.ts'),
    word: /\bafterAll\(/,
    instead: 'atFileEnd of platform/testing: a hook that is set in a hook or a test is never called',
  },
  {
    in: ({ path }) => path.startsWith('e2e/') && path !== 'e2e/testing/workers-port.ts',
    word: /\bapp\.listen\(/,
    instead: 'listenAtWorkersPort: at another address the browser has nothing in its cache',
  },
  { in: isStyle, word: /(?:^|[;{\s])(?:left|right)\s*:/m, instead: 'inset-inline-start or inset-inline-end' },
  {
    in: (file) => isWeb(file) && !file.path.startsWith('web/platform/') && !ownMutations.has(file.path),
    word: /\buseMutation\(/,
    instead: 'useCommand or useForm of web/platform, or name it among those that cannot (ownMutations)',
  },
  {
    in: (file) => isWeb(file) && file.path !== 'web/platform/lazy-part.ts',
    word: /\blazy\(/,
    instead: 'lazyPart of web/platform/lazy-part.ts: it waits for a lost line',
  },
  { in: isStyle, word: /\btext-align:\s*left\b/, instead: 'text-align: start' },
  { in: isStyle, word: /\bfloat:\s*(?:left|right)\b/, instead: 'float: inline-start or inline-end' },
  {
    in: isStyle,
    word: /\bletter-spacing:(?!\s*(?:0|normal)\b)/,
    instead: 'nothing: it tears Arabic letters apart',
  },
  {
    in: isWeb,
    word: /\b(?:margin|padding|border)(?:Left|Right)\b/,
    instead: 'the same with InlineStart or InlineEnd',
  },
  { in: isWeb, word: /\s(?:ml|mr|pl|pr)=[{"]/, instead: 'ms, me, ps or pe' },
  { in: isWeb, word: /dangerouslySetInnerHTML/, instead: 'elements' },
  {
    in: isServer,
    word: /\bset_config\(\s*'mizan/,
    instead: 'SET LOCAL, which alone reaches the workers of a cluster',
  },
  {
    in: (file) => isServer(file) && file.path !== countedPages,
    word: /\bOFFSET\s+(?:\$|\d)/,
    instead: 'the keyset (created_at, id) of the last row',
  },
  {
    in: (file) => isServer(file) && !isTest(file) && !/^server\/platform\/(?:facts|audit)\//.test(file.path),
    word: /\b(?:writeEntry|insertEntry|insertLine)\(|\bannounce\([^)]*'(?:PAY|TCO|TDI|FRC|SRC)/,
    instead: 'happened(tx, by, {fact, …}): what follows stands in contract/facts.ts',
  },
  {
    in: (file) => isServer(file) && !isTest(file) && !/^server\/platform\/(?:facts|mail)\//.test(file.path),
    word: new RegExp(
      `\\bwriteLetter\\(|\\bwriteMail\\b(?=\\()(?!\\(\\s*[\\w.]+,\\s*[\\w.]+,\\s*(?:${secretMails})Mail\\()`,
    ),
    instead: '`mail` in the row of its fact (contract/facts.ts), or name it among the mails with a secret',
  },
  {
    in: isServiceOfRoutes,
    word: /\brequire(?:Fresh|On)\(|new Failure\(\s*'(?:forbidden|freshSignInNeeded|unauthenticated|switchedOff)'/,
    instead:
      "the guard on the route (contract/): `allow`, `right`, `freshSignIn`; 'byInput' is named in tools/tidy/words.ts",
  },
  {
    in: isServiceOfRoutes,
    word: /'(?!(?:signIn|wrongCode)OfAddress')\w+OfAddress'/,
    instead: '`rateClass` on the route; an address is counted here alone where a good outcome is given back',
  },
  {
    in: (file) => isServiceOfRoutes(file) && file.path !== guardAgain,
    word: /\b(?:may|mayCall|hasRight|countCallFrom)\(/,
    instead: 'the `right` or `rateClass` on the route, which the HTTP layer asks for',
  },
  {
    // Libraries and the database say some things in prose alone: what is below features and gateway reads it.
    in: (file) => (isWeb(file) || /^server\/(?:features|gateway)\//.test(file.path)) && !isTest(file),
    word: /\.message\s*[!=]==?|[!=]==?\s*[\w.]+\.message\b|\b(?:message|failure)\s*!?\??\.(?:match|matchAll|includes|startsWith|endsWith|search|split|replace)\(|\.(?:test|exec)\((?:[\w.?]+\.)?(?:message|failure)(?:\s*\?\?[^)]*)?\)|[!=]==?\s*signInMessages\.|\bObject\.(?:entries|values)\(signInMessages\)/,
    instead: 'the `code`, `details` or `reason`: a sentence is for people, and nothing is read from it',
  },
  {
    in: (file) => isWeb(file) && !isTest(file),
    word: /[!=]==?\s*t\(|\bt\((?:'[^']*'|`[^`]*`)\)\s*[!=]==?/,
    instead: 'the reason that was said by it (reasonOf): no sentence is compared with another',
  },
  {
    in: (file) => isServer(file) && !isTest(file),
    word: /[!=]==?\s*['"](?:ar|en)['"]|['"](?:ar|en)['"]\s*[!=]==?|\bcase ['"](?:ar|en)['"]/,
    instead: 'a text of locales/, or a fact of the table `languages` in platform/words.ts',
  },
  {
    in: (file) => isServiceOfRoutes(file) && file.path !== 'server/features/ownership/take-everything.ts',
    word: /\b(?:name|fileName): (?:`[^`]*|'[^']*)\.(?:pdf|csv|xlsx|zip|json)[`']/,
    instead: 'exportFileName of platform/exports/export-file.ts',
  },
  {
    in: (file) => isServer(file) && !isTest(file) && file.path !== 'server/platform/exports/pdf-document.ts',
    word: /\bnew PDFDocument\(/,
    instead: 'newDocument of platform/exports/pdf-document.ts',
  },
  { in: isServerSpeech, word: /[\u0621-\u064a]+/, instead: 'a text of locales/, by its key' },
  {
    in: isTest,
    word: /\b(?:test|it|describe)\.(?:skip|only|todo|fails)\b/,
    instead: 'a test that runs, or none',
  },
  {
    in: isTest,
    word: /\b(?:test|it|describe)\.concurrent\b/,
    instead: 'calls at once inside one test: tests beside each other share what the file holds',
  },
  {
    in: isCode,
    word: /\bz(?:\.string\(\))?\.email\(|\[\^(?:\\s@|@\\s)\]/,
    instead: 'emailShape or readEmail of contract/email.ts, the one shape of an address',
  },
  {
    in: (file) =>
      ((isCode(file) && /^(?:web|server|contract)\//.test(file.path)) || isStyle(file)) &&
      !isTest(file) &&
      !dotted.has(file.path),
    word: middleDot,
    instead: 'apart of web/platform/formats.ts or of Words, or besideEachOther of contract/apart.ts',
  },
  {
    in: (file) => isCode(file) && file.path.startsWith('web/'),
    word: /<(?:Loader|LoadingOverlay)\b/,
    instead:
      'LoadingState of web/ui/states.tsx: what is on its way has the shape of what will stand there, and nothing spins',
  },
  { in: isTest, word: /\bwaitForTimeout\(/, instead: 'waiting for what should happen' },
  { in: isCode, word: /@ts-(?:ignore|nocheck)\b/, instead: '@ts-expect-error with its reason' },
];

/** Places outside the clone, and hosts of package registries: the product stands alone and names neither. */
const outsidePlaces = [
  ['..', 'shared'].join('/'),
  ['', 'work', 'main'].join('/'),
  ['', 'work', 'shared'].join('/'),
  ['', 'tmp', 'briefs'].join('/'),
  ['npmjs', 'org'].join('.'),
  ['npmjs', 'com'].join('.'),
];

const bannedNames = [
  { word: /(?:^|[/.-])utils?(?:[/.-]|$)/, instead: 'the name of what it does' },
  { word: /(?:^|[/.-])helpers?(?:[/.-]|$)/, instead: 'the name of what it helps with' },
  { word: /(?:^|[/.-])(?:common|misc)(?:[/.-]|$)/, instead: 'the feature or the part it belongs to' },
  { word: /(?:^|\/)index\.tsx?$/, instead: 'imports of the file itself' },
];
/** What may stand behind a dot: the kind of a file, and nothing of its name (docs/architecture.md, Names of files). */
const fileKinds = new Set(
  'routes service queries mails jobs facts deps worker reader writer page calls search words store module stub'
    .split(' ')
    .concat('main build config test cluster e2e bench'.split(' ')),
);
const kebabName = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+)*\.(?:ts|tsx|mjs|css)$/;
const isNamed = (name: string): boolean =>
  kebabName.test(name) &&
  name
    .split('.')
    .slice(1, -1)
    .every((kind) => fileKinds.has(kind));

/** Banned words, each with its line and its replacement. */
export function wordFindings(files: SourceFile[]): Findings {
  return files
    .filter((file) => !isOwnList(file))
    .flatMap((file) =>
      bannedWords
        .filter((banned) => banned.in(file))
        .flatMap(({ word, instead }) => {
          const found = word.exec(file.text);
          if (!found) return [];
          const line = file.text.slice(0, found.index + found[0].search(/\S/)).split('\n').length;
          return [`${file.path}:${line} has '${found[0].trim()}': write ${instead}`];
        }),
    );
}

/** Files that a rule leaves out by name, each with the word that it is left out for. */
const leftOut = [
  ...[...ownMutations].map((path) => ({ path, word: /\buseMutation\(/ })),
  { path: countedPages, word: /\bOFFSET\s+(?:\$|\d)/ },
  { path: guardAgain, word: /\bmay\(/ },
  ...[...dotted].map((path) => ({ path, word: middleDot })),
];
/** What a list names and nothing needs any more: whoever has the word there again would pass unseen. */
export function needlessFindings(files: SourceFile[]): Findings {
  const textOf = new Map(files.map(({ path, text }) => [path, text]));
  const mails = secretMails
    .split('|')
    .filter(
      (mail) => !files.some(({ path, text }) => path.startsWith('server/') && text.includes(`${mail}Mail(`)),
    );
  return [
    ...leftOut
      .filter(({ path, word }) => !word.test(textOf.get(path) ?? ''))
      .map(({ path }) => `${path} is left out of a rule in tools/tidy/words.ts, and need not be`),
    ...mails.map((mail) => `${mail} is named among the mails with a secret, and nobody writes it`),
  ];
}

export function placeFindings(files: SourceFile[]): Findings {
  return files.flatMap(({ path, text }) =>
    outsidePlaces.filter((place) => text.includes(place)).map((place) => `${path} names ${place}`),
  );
}

/** Names of code files: kebab-case, `<what>.<kind>.ts` where it has a kind, and none that says nothing. */
export function nameFindings(files: SourceFile[]): Findings {
  return files
    .filter((file) => isCode(file) || isStyle(file))
    .flatMap(({ path }) => {
      const vague = bannedNames
        .filter(({ word }) => word.test(path))
        .map(({ instead }) => `${path}: name it by ${instead}`);
      const name = path.split('/').at(-1) ?? '';
      return isNamed(name)
        ? vague
        : [...vague, `${path}: write its name in kebab-case, a dot before its kind alone`];
    });
}
