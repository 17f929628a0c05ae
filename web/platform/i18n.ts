import i18next, { type BackendModule, type FormatterModule, type TFunction } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { ApiError } from './api-client.ts';
import { firstTexts } from './first-texts.ts';
import { formatNumber, isolateLtr, withChosenDigits } from './formats.ts';
import { isPseudo, type Language, language } from './language.ts';
import { doubt, whileReachable } from './line.ts';

/** Every text file of every language, under an address that carries its content's hash. */
const files = import.meta.glob<string>('../../locales/*/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Loading as rules S9 sets it; i18next reads these three at the top level of init(). */
const loading = { maxParallelReads: 10, maxRetries: 5, retryTimeout: 350 } as const;

/** Brackets around every text, so that a browser test finds the words that went around the keys. */
const pseudo = { type: 'postProcessor', name: 'pseudo', process: (value: string) => `[${value}]` } as const;

/**
 * What goes into a text: numbers get the language's digits; Latin words, e-mails and numbers with signs are
 * isolated, so that an Arabic sentence does not turn them around.
 */
function formatValue(value: unknown): string {
  return typeof value === 'number' ? formatNumber(value) : isolateLtr(String(value));
}

const formatter: FormatterModule = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value: unknown) => formatValue(value),
};

/** i18next asks again, as `loading` says, where the portal was not reached or not well; a file that is not there stays away. */
const backend: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (spoken, namespace, done) => {
    const load = async (): Promise<Record<string, string>> => {
      const answer = await fetch(files[`../../locales/${spoken}/${namespace}.json`] ?? '');
      if (answer.ok) return JSON.parse(withChosenDigits(await answer.text()));
      throw new Error(`${answer.status}`, { cause: answer.status >= 500 });
    };
    load().then(
      (texts) => done(null, texts),
      (error: unknown) => done(String(error), !(error instanceof Error) || error.cause !== false),
    );
  },
};

let started: Promise<unknown> | undefined;

const isMissing = (namespace: string): boolean => !i18next.hasResourceBundle(language, namespace);

function demand(missing: readonly string[]): void {
  if (missing.length > 0) throw new Error(`texts are missing: ${missing.join(', ')}`);
}

/** Resolves when the first texts are there, rejects where they cannot be had; screens load their own beside their code. */
export async function startTexts(): Promise<void> {
  started ??= i18next
    .use(backend)
    .use(initReactI18next)
    .use(pseudo)
    .use(formatter)
    .init({
      ...loading,
      lng: language,
      supportedLngs: ['en', 'ar'],
      fallbackLng: false,
      ns: [...firstTexts],
      defaultNS: false,
      postProcess: isPseudo() ? ['pseudo'] : [],
      returnNull: false,
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { useSuspense: true },
    })
    .then(() => demand(firstTexts.filter(isMissing)));
  await started;
}

/** Texts of one language whatever the page's is: a letter is written in both. Rejects where they cannot be had. */
export async function textsIn(spoken: Language, ...namespaces: string[]): Promise<TFunction> {
  await startTexts();
  await whileReachable(i18next.reloadResources([spoken], namespaces));
  if (!namespaces.every((namespace) => i18next.hasResourceBundle(spoken, namespace)))
    throw new ApiError(0, 'network', 'network error', {});
  return i18next.getFixedT(spoken);
}

/** Files that were asked for in vain: i18next asks for one again only when told to. */
const failed = new Set<string>();

/** Asks for those that are missing; answers which still are. */
async function stillMissing(namespaces: readonly string[]): Promise<string[]> {
  const missing = namespaces.filter(isMissing);
  if (missing.length === 0) return [];
  const again = missing.filter((namespace) => failed.has(namespace));
  await whileReachable(
    Promise.all([
      i18next.loadNamespaces(missing),
      again.length > 0 && i18next.reloadResources(language, again),
    ]),
  ).catch(() => undefined);
  for (const namespace of missing) {
    if (isMissing(namespace)) failed.add(namespace);
    else failed.delete(namespace);
  }
  return missing.filter(isMissing);
}

/**
 * For a route's loader: the texts of its screen, at once with its code. Resolves when they are there.
 * @throws ApiError 'network' where they cannot be had now: a screen without its texts would show their keys.
 */
export async function loadTexts(...namespaces: string[]): Promise<void> {
  await startTexts();
  if ((await stillMissing(namespaces)).length === 0) return;
  if (!(await doubt())) throw new ApiError(0, 'network', 'network error', {});
  // The line seemed lost and is not: asked for once more.
  demand(await stillMissing(namespaces));
}

/**
 * For code that loads later, as `lazyPart(() => withTexts(import('./drawer.tsx'), 'management'))`: answers the code once the texts
 * that what it shows asks for are there as well.
 * @throws as loadTexts, and what the code's loading throws.
 */
export async function withTexts<Code>(code: Promise<Code>, ...namespaces: string[]): Promise<Code> {
  const [loaded] = await Promise.all([code, loadTexts(...namespaces)]);
  return loaded;
}
