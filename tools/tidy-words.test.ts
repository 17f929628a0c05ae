/** The banned words of tools/tidy/words.ts: against the whole project, and each against a planted breach. */
import { expect, test } from 'vitest';
import { oneWordFindings } from './tidy/one-word.ts';
import { projectFiles, type SourceFile } from './tidy/source-files.ts';
import { needlessFindings, wordFindings } from './tidy/words.ts';

const files = projectFiles();
const file = (path: string, text: string): SourceFile => ({ path, text });

test('words: no banned word, each breach with its replacement', () => {
  expect(wordFindings(files)).toEqual([]);
  const breach = [
    file('web/ui/a.css', 'a {\n  margin-left: 1px;\n  left: 0;\n}'),
    file('server/a.test.ts', "test.skip('one day', () => {});"),
    file('server/testing/a.ts', 'afterAll(() => portal.close());'),
    file('e2e/a.e2e.ts', "url = await portal.app.listen({ port: 0, host: '127.0.0.1' });"),
    file('server/a.ts', "await tx.rows('SELECT 1 LIMIT 50 OFFSET 100');"),
    file('server/b.ts', "await announce(tx, id, { type: 'PAY', approved: true });"),
    file('server/features/auth/a.mails.ts', "const subject = locale === 'ar' ? text : other;"),
    file('server/features/auth/c.ts', 'await writeMail(tx, mailer, oneTimeCodeMail(to, locale, code));'),
    file(
      'server/features/auth/d.ts',
      'await writeMail(\n  tx,\n  deps.mailer,\n  correctionMail(to, locale, { note, link }),\n);',
    ),
    file('server/features/auth/e.ts', 'await writeMail(tx, mailer, passwordChangedMail(to, locale));'),
    file('server/features/auth/f.ts', "await writeLetter(tx, 'mails:signIn', letter);"),
    file('server/features/users/users.service.ts', 'requireFresh(principal, clock);'),
    file('server/features/users/a.service.ts', "throw new Failure('forbidden', 'No.');"),
    file('server/features/users/c.service.ts', "throw new Failure(\n  'forbidden',\n  'No.',\n);"),
    file('server/features/users/d.service.ts', "await requireOn(db, 'onboarding');"),
    file('server/features/users/b.service.ts', "await countAttempt(db, clock, 'linksOfAddress', ip);"),
    file('server/features/users/users.routes.ts', 'if (!may(principal, route)) return null;'),
    file('server/features/auth/b.mails.ts', "const subjects = { ar: 'رمز' };"),
    file('server/b.test.ts', "describe.concurrent('all at once', () => {});"),
    file('web/features/users/c.tsx', '{isPending && <Loader />}'),
    file('web/features/users/b.tsx', 'const send = useMutation({ mutationFn });'),
    file('web/features/auth/a.calls.ts', 'const known = texts.find(([, text]) => text === error.message);'),
    file('web/features/auth/b.calls.ts', 'if (/wrong/.test(error.message)) return null;'),
    file('web/features/auth/c.calls.ts', "if (error.message.startsWith('Email')) return null;"),
    file('server/features/auth/g.ts', 'if (refusal !== signInMessages.emailNotVerified) return;'),
    file('web/features/auth/d.calls.ts', "const isClosed = failure?.includes('no webhook');"),
    file('web/features/auth/e.calls.ts', "if (/no webhook/.test(attempt.failure ?? '')) return null;"),
    file('server/gateway/a.ts', 'const isLost = /rolled back/i.test(error.message);'),
    file('web/features/auth/f.tsx', "return said === t('auth:taken') ? { name: said } : said;"),
    file('contract/a.ts', 'const body = z.object({ email: z.email() });'),
    file('web/features/users/d.tsx', "return [name, count].join(' · ');"),
    file('web/features/users/e.tsx', "return [name, count].join(' • ');"),
    file('web/features/users/f.tsx', 'return <bdi>•••• {lastFour}</bdi>;'),
    file('server/features/users/e.service.ts', String.raw`const between = ' \u00b7 ';`),
    file('web/features/users/d.module.css', ".a::before {\n  content: ' · ';\n}"),
    file('web/features/users/a.tsx', String.raw`const shape = /^[^\s@]+@[^\s@]+$/;`),
  ];
  expect(wordFindings(breach)).toEqual([
    "web/ui/a.css:2 has 'margin-left': write the same with -inline-start or -inline-end",
    "web/ui/a.css:3 has 'left:': write inset-inline-start or inset-inline-end",
    "server/a.test.ts:1 has 'test.skip': write a test that runs, or none",
    expect.stringContaining("server/testing/a.ts:1 has 'afterAll(': write atFileEnd"),
    expect.stringContaining("e2e/a.e2e.ts:1 has 'app.listen(': write listenAtWorkersPort"),
    "server/a.ts:1 has 'OFFSET 1': write the keyset (created_at, id) of the last row",
    "server/b.ts:1 has 'announce(tx, id, { type: 'PAY': write happened(tx, by, {fact, …}): what follows stands in contract/facts.ts",
    "server/features/auth/a.mails.ts:1 has '=== 'ar'': write a text of locales/, or a fact of the table `languages` in platform/words.ts",
    expect.stringContaining("auth/e.ts:1 has 'writeMail': write `mail` in the row of its fact"),
    expect.stringContaining("auth/f.ts:1 has 'writeLetter(': write `mail` in the row of its fact"),
    expect.stringContaining("users.service.ts:1 has 'requireFresh(': write the guard on the route"),
    expect.stringContaining("a.service.ts:1 has 'new Failure('forbidden'': write the guard on the route"),
    expect.stringContaining("c.service.ts:1 has 'new Failure("),
    expect.stringContaining("d.service.ts:1 has 'requireOn(': write the guard on the route"),
    expect.stringContaining("b.service.ts:1 has ''linksOfAddress'': write `rateClass` on the route"),
    expect.stringContaining("users.routes.ts:1 has 'may(': write the `right` or `rateClass`"),
    "server/features/auth/b.mails.ts:1 has 'رمز': write a text of locales/, by its key",
    expect.stringContaining("server/b.test.ts:1 has 'describe.concurrent': write "),
    expect.stringContaining("users/c.tsx:1 has '<Loader': write LoadingState"),
    expect.stringContaining("users/b.tsx:1 has 'useMutation(': write useCommand or useForm"),
    expect.stringContaining("a.calls.ts:1 has '=== error.message': write the `code`"),
    expect.stringContaining("b.calls.ts:1 has '.test(error.message)': write the `code`"),
    expect.stringContaining("c.calls.ts:1 has 'message.startsWith(': write the `code`"),
    expect.stringContaining("auth/g.ts:1 has '!== signInMessages.': write the `code`"),
    expect.stringContaining("d.calls.ts:1 has 'failure?.includes(': write the `code`"),
    expect.stringContaining("e.calls.ts:1 has '.test(attempt.failure ?? '')': write the `code`"),
    expect.stringContaining("gateway/a.ts:1 has '.test(error.message)': write the `code`"),
    expect.stringContaining("auth/f.tsx:1 has '=== t(': write the reason that was said by it"),
    expect.stringContaining("contract/a.ts:1 has 'z.email(': write emailShape"),
    expect.stringContaining("users/d.tsx:1 has '·': write apart of web/platform/formats.ts"),
    expect.stringContaining("users/e.tsx:1 has '•': write apart of"),
    expect.stringContaining("e.service.ts:1 has '\\u00b7': write apart of"),
    expect.stringContaining("users/d.module.css:2 has '·': write apart of"),
    expect.stringContaining("users/a.tsx:1 has '[^\\s@]': write emailShape"),
  ]);
});

test('words: whoever is left out of a rule by name has what it is left out for', () => {
  expect(needlessFindings(files)).toEqual([]);
  const changed = files.map(({ path, text }) =>
    path === 'web/features/payments/payment-form.tsx' ? file(path, 'useForm();') : file(path, text),
  );
  expect(needlessFindings(changed)).toEqual([
    'web/features/payments/payment-form.tsx is left out of a rule in tools/tidy/words.ts, and need not be',
  ]);
});

test('words: a bank file, pairing and a lease are called nothing else, in code and in texts', () => {
  expect(oneWordFindings(files)).toEqual([]);
  const breach = [
    file('server/features/reconciliation/a.ts', 'const { importId } = row;'),
    file('contract/a.ts', "path: '/reconciliation/imports',"),
    file('web/features/reconciliation/a.ts', 'const bankImport = detail;'),
    file('locales/en/reconciliation.json', '{ "a": "Your import was read." }'),
    file('locales/ar/reconciliation.json', '{ "a": "ارفع كشف البنك" }'),
    file('server/features/terminals/a.ts', '/** Enrols a terminal. */'),
    file('server/features/terminals/b.ts', 'const enrolments = codes;'),
    file('locales/en/terminals.json', '{ "a": "Enrol the terminal" }'),
    file('locales/ar/terminals.json', '{ "a": "إقران الجهاز" }'),
    file('server/platform/jobs/a.ts', 'await takeHold(tx);'),
    file('server/platform/jobs/b.ts', "'UPDATE jobs SET held_until = $1'"),
    // The wire, the fleet's file, facts of the audit log, and places that are imported.
    file('server/gateway/a.ts', "if (frame.type === 'enrol') return { type: 'enrolled', enrolCode };"),
    file('server/features/terminals/c.ts', "'terminals.enrolmentCodeMade'"),
    file('terminal/a.ts', 'const enrolments = [];'),
    file('server/features/districts/a.ts', 'importFile(deps);'),
  ];
  expect(oneWordFindings(breach)).toEqual([
    "server/features/reconciliation/a.ts:1 has 'importId': write bank file",
    "contract/a.ts:1 has '/reconciliation/imports': write bank file",
    "web/features/reconciliation/a.ts:1 has 'bankImport': write bank file",
    expect.stringContaining("locales/en/reconciliation.json:1 has ': \"Your import': write bank file"),
    "locales/ar/reconciliation.json:1 has 'كشف البنك': write ملف البنك",
    "server/features/terminals/a.ts:1 has 'Enrols': write pair, pairing",
    "server/features/terminals/b.ts:1 has 'enrolments': write pair, pairing",
    expect.stringContaining("locales/en/terminals.json:1 has ': \"Enrol': write pair"),
    "locales/ar/terminals.json:1 has 'إقران': write ربط",
    expect.stringContaining("jobs/a.ts:1 has 'takeHold': write lease"),
    expect.stringContaining("jobs/b.ts:1 has 'held_until': write lease"),
  ]);
});
