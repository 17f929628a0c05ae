/**
 * The style of the house as a test (docs/architecture.md). Each rule is held against the whole project, and
 * against a planted breach: a rule that finds nothing anywhere would prove nothing.
 */
import { expect, test } from 'vitest';
import { addressFindings } from './tidy/addresses.ts';
import { arabicFindings } from './tidy/arabic.ts';
import { circleFindings } from './tidy/circles.ts';
import { directionFindings } from './tidy/directions.ts';
import { featureNameFindings } from './tidy/features.ts';
import { parityFindings, untranslatedFindings } from './tidy/locales.ts';
import { ruleFindings } from './tidy/rules.ts';
import { functionLimitFindings, sizeFindings } from './tidy/sizes.ts';
import { sortedTextFindings } from './tidy/sorted-texts.ts';
import { projectFiles, type SourceFile } from './tidy/source-files.ts';
import { ownerFindings } from './tidy/table-owners.ts';
import { threadFindings } from './tidy/threads.ts';
import { typeDirectionFindings } from './tidy/type-directions.ts';
import { unusedTextFindings } from './tidy/unused-texts.ts';
import { nameFindings, placeFindings } from './tidy/words.ts';

const files = projectFiles();
const file = (path: string, text: string): SourceFile => ({ path, text });
const lines = (count: number): string => 'x;\n'.repeat(count);

test('sizes: no file is over 400 lines, and the median is at most 120', () => {
  expect(sizeFindings(files)).toEqual([]);
  const long = sizeFindings([file('server/long.ts', lines(401)), file('server/short.ts', lines(2))]);
  expect(long).toEqual(['server/long.ts has 401 lines, the limit is 400', expect.stringContaining('median')]);
});

test('sizes: the linter holds functions to 70 lines', () => {
  const config = files.find(({ path }) => path === '.oxlintrc.json');
  expect(functionLimitFindings(JSON.parse(config?.text ?? '{}'))).toEqual([]);
  expect(
    functionLimitFindings({ rules: { 'eslint/max-lines-per-function': ['error', { max: 90 }] } }),
  ).toHaveLength(1);
});

test('threads: what answers requests draws no paper itself', () => {
  expect(threadFindings(files)).toEqual([]);
  const drawing = file('server/paper.ts', "import PDFDocument from 'pdfkit';");
  const types = file('server/main.ts', "import type { Paper } from './paper.ts';");
  expect(threadFindings([types, drawing])).toEqual([]);
  const breach = file('server/main.ts', "import { type Paper } from './paper.ts';");
  expect(threadFindings([breach, drawing])).toEqual([
    expect.stringMatching('^server/main.ts > server/paper.ts loads pdfkit'),
  ]);
});

test('imports go contract < platform < features < wiring', () => {
  expect(directionFindings(files)).toEqual([]);
  const breaches = [
    file('contract/a.ts', "import { x } from '../server/app.ts';"),
    file('contract/b.ts', "import pg from 'pg';"),
    file('terminal/a.ts', "import type { x } from '@mizan/server/app.ts';"),
    file('server/platform/a.ts', "import {\n  x,\n} from '../features/auth/auth.service.ts';"),
    file('server/gateway/attend.ts', "import { x } from '../features/payments/payment-due.service.ts';"),
    file('server/gateway/line.test.ts', "import { x } from '../features/payments/payments.service.ts';"),
    file(
      'server/features/payments/payment-due.service.ts',
      "import type { x } from '../../gateway/line.ts';",
    ),
    file('server/features/users/users.service.ts', "import { x } from '../auth/auth.queries.ts';"),
    file('web/features/users/users.page.tsx', "const x = import('../auth/login.page.tsx');"),
    file('web/features/users/users.calls.ts', "import { x } from '../../composed/terminals.page.tsx';"),
    file('web/platform/a.ts', "import { x } from '../composed/terminals.page.tsx';"),
    file('web/ui/a.tsx', "import { useQuery } from '@tanstack/react-query';"),
    file('web/ui/b.tsx', "import { call } from '../platform/api-client.ts';"),
    file('web/ui/c.tsx', "import mails from '../../locales/en/server/mails.json';"),
    file('server/reconciliation/read/a.ts', "import { x } from '../normalise/date-text.ts';"),
    file('server/reconciliation/normalise/a.ts', "import { x } from '../../features/auth/auth.service.ts';"),
    file('server/reconciliation/match/a.ts', "import { x } from '../judge/judge.ts';"),
    file('server/reconciliation/judge/a.ts', "import type { x } from '../reconcile-job.ts';"),
    file('server/reconciliation/evidence/a.ts', "import { x } from '../judge/verdict.ts';"),
    file('server/reconciliation/judge/c.ts', "import { x } from '../evidence/finds.ts';"),
    file('server/reconciliation/a.ts', "import { x } from '../platform/clock.ts';"),
    file('tools/bank-files/a.ts', "export * from '../../server/reconciliation/match/match.ts';"),
  ];
  const found = directionFindings(breaches).map((finding) => finding.split(' ')[0]);
  expect(new Set(found)).toEqual(new Set(breaches.map(({ path }) => path)));
  const allowed = [
    file('server/features/users/users.service.ts', "import { x } from '../auth/auth.service.ts';"),
    file('server/reconciliation/judge/b.ts', "import { x } from '../read/row.ts';"),
    file('server/reconciliation/evidence/b.ts', "import { x } from '../match/match.ts';"),
    file('server/reconciliation/match/b.test.ts', "import { x } from '../bank-file-trial.ts';"),
  ];
  expect(directionFindings(allowed)).toEqual([]);
});

test('imports go in no circle between folders, nor over a third one', () => {
  expect(circleFindings(files)).toEqual([]);
  const two = [
    file('server/platform/bus/bus.ts', "import { log } from '../log.ts';"),
    file('server/platform/log.ts', "import type { Bus } from './bus/bus.ts';"),
  ];
  expect(circleFindings(two, [])).toEqual([
    'server/platform > server/platform/bus > server/platform is a circle: ' +
      'server/platform/log.ts > server/platform/bus/bus.ts, server/platform/bus/bus.ts > server/platform/log.ts',
  ]);
  const three = [
    file('contract/a.ts', "export * from './facts/b.ts';"),
    file('contract/facts/b.ts', "const c = await import('../codes/c.ts');"),
    file('contract/codes/c.ts', "import { a } from '../a.ts';"),
    file('contract/codes/d.ts', "import { b } from '../facts/b.ts';"),
  ];
  expect(circleFindings(three, [])).toHaveLength(1);
  const tests = [
    file('server/demo/a.test.ts', "import { b } from './testing/b.ts';"),
    file('server/demo/testing/b.ts', "import { c } from '../c.ts';"),
  ];
  expect(circleFindings(tests, [])).toEqual([]);
  const open = { imports: /^server\/platform\/log\.ts > /, why: 'it is being mended' };
  expect(circleFindings(two, [open])).toEqual([]);
  expect(circleFindings(tests, [open])).toHaveLength(1);
});

test('addresses: the address of a screen is written in the table of screens alone', () => {
  expect(addressFindings(files)).toEqual([]);
  const breach = [
    file(
      'server/features/users/users.mails.ts',
      "const page = '/settings';\nconst other = '/settings-of-mail';",
    ),
    file('web/features/users/users.page.tsx', '<Link to="/terminals?pay=any">'),
    file('web/users.html', '<a href="/neopaas/portal/login">'),
    file('tools/users.ts', '`${url}/neopass-admin/merchants`'),
    file('contract/users.ts', "const route = { path: '/terminals/:id' };"),
    file('web/users.test.ts', "go('/dashboard')"),
  ];
  expect(addressFindings(breach)).toEqual([
    "server/features/users/users.mails.ts:1 writes '/settings': read it from contract/paths.ts",
    "web/features/users/users.page.tsx:1 writes '/terminals': read it from contract/paths.ts",
    "web/users.html:1 writes '/neopaas/portal/login': read it from contract/paths.ts",
    "tools/users.ts:1 writes '/neopass-admin/merchants': read it from contract/paths.ts",
  ]);
});

test('a feature has one name in contract, server and web', () => {
  expect(featureNameFindings(files)).toEqual([]);
  const route = (id: string) => `export const a = defineRoute({\n  id: '${id}',\n});`;
  const breach = [
    file('contract/suspension.ts', route('suspension.merchant')),
    file('contract/payments.ts', route('freezing.branch')),
    file('server/features/blocking/blocking.routes.ts', ''),
    file('server/features/branches/branches.service.ts', ''),
    file('web/features/payment/payment.page.tsx', ''),
    file('web/features/shell/side-menu.tsx', ''),
  ];
  expect(featureNameFindings(breach)).toEqual([
    "contract knows a feature 'freezing', which is no file of contract/",
    "server/features/blocking knows a feature 'blocking', which is no file of contract/",
    "web/features/payment knows a feature 'payment', which is no file of contract/",
  ]);
});

test('a table is written by its owner alone', () => {
  expect(ownerFindings(files)).toEqual([]);
  const owners = { users: ['features/users'], sessions: ['platform/sessions'], audit_heads: [] };
  const query = (folder: string, sql: string) =>
    file(`server/${folder}/a.queries.ts`, `tx.change(\`${sql}\`)`);
  const breaches = [
    query('features/account', 'UPDATE users SET locale = $2'),
    query('features/onboarding', 'INSERT INTO users (id)\n VALUES (1)'),
    query('platform/audit', 'WITH gone AS (DELETE FROM audit_heads) SELECT 1'),
    query('features/suspension', 'DELETE FROM ${table}'),
    file('server/demo/b.ts', "const people = 'users';\ntx.change(`DELETE FROM ${people}`);"),
  ];
  const own = [
    query('features/users', 'UPDATE users SET locale = $2'),
    query('features/account', 'SELECT * FROM users FOR UPDATE OF users'),
    query('features/account/testing', 'UPDATE users SET locale = $2'),
  ];
  expect(ownerFindings([...breaches, ...own], owners)).toEqual([
    'server/features/account/a.queries.ts writes users: call a service of features/users, who owns it',
    'server/features/onboarding/a.queries.ts writes users: call a service of features/users, who owns it',
    'server/platform/audit/a.queries.ts writes audit_heads: call a service of nobody, who owns it',
    'server/features/suspension/a.queries.ts writes a table whose name nobody can read: write it out',
    'server/demo/b.ts writes users: call a service of features/users, who owns it',
    'platform/sessions writes sessions no more: take it out of server/platform/database/tables.ts',
  ]);
});

test('languages: Arabic has every English key, with all six plural forms and the same variables', () => {
  expect(parityFindings(files)).toEqual([]);
  const breach = [
    file(
      'locales/en/a.json',
      '{"days_one": "1 day", "days_other": "{{count}} days", "b": {"c": "{{x}}"}, "d": "D"}',
    ),
    file('locales/ar/a.json', '{"days_one": "يوم", "days_other": "أيام", "b": {"c": "{{y}}"}, "e": "هـ"}'),
  ];
  expect(parityFindings(breach)).toEqual([
    'a:b.c has {{x}} in en and {{y}} in ar',
    'ar lacks a:d',
    'ar lacks a:days_few',
    'ar lacks a:days_many',
    'ar lacks a:days_two',
    'ar lacks a:days_zero',
    'en lacks a:e',
  ]);
});

test('languages: no Arabic text is the English one, names and signs apart', () => {
  expect(untranslatedFindings(files)).toEqual([]);
  const both = '{"a": "Sales", "b": "{{x}} / {{y}}", "c": "Visa"}';
  const breach = [file('locales/en/a.json', both), file('locales/ar/a.json', both)];
  expect(untranslatedFindings(breach)).toEqual(["a:a is 'Sales' in both languages"]);
});

test('languages: no Arabic text that a merchant would misread', () => {
  expect(arabicFindings(files)).toEqual([]);
  const texts = {
    swipe: 'اطلب من العميل تمرير البطاقة أو إدخالها',
    scroll: 'الأحدث أولًا، والمزيد عند التمرير',
    deduct: 'يجب أن يحسم صاحب الحساب هذه العملية',
    deductIt: 'كل مراجعة حسمها',
    sent: 'لم يرسل شيء',
    sentRight: 'لم يُرسل شيء',
    saved: 'لا يحفظ هذا المتصفح مسودتك',
    bare: 'هل دفع كاملا',
    known: 'حاول مرة أخرى ودائما',
    after: 'كاملاً',
    two: 'رمزا الرد متعارضان ومبلغها مقروء لدينا',
    dot: 'السجلات: {{rows}} · {{size}}',
    zero: 'تمت موازنة {{part}} من أصل {{total}}',
    zeroFirst: '{{part}} من {{total}} متصلة',
    figure: 'الأسطر: {{part}} من {{total}}',
  };
  const found = arabicFindings([file('locales/ar/a.json', JSON.stringify(texts))]);
  expect(found.map((finding) => finding.split(': ')[0])).toEqual([
    "a:swipe has 'تمرير البطاقة'",
    "a:deduct has 'يحسم'",
    "a:deductIt has 'حسمها'",
    "a:sent has 'لم يرسل'",
    "a:bare has 'كاملا'",
    "a:known has 'ودائما'",
    "a:after has 'اً'",
    "a:dot has '·'",
    "a:zero has 'ة {{part}} من'",
    "a:zeroFirst has '{{part}} من {{total}} م'",
  ]);
});

test('languages: every text is named by the code, whole or by a template', () => {
  expect(unusedTextFindings(files)).toEqual([]);
  const texts = {
    whole: 'w',
    days_one: '1 day',
    days_other: 'days',
    state: { on: { title: 'On' }, off: { title: 'Off', help: 'It is off' } },
    left: 'l',
  };
  const breach = [
    file('locales/en/a.json', JSON.stringify(texts)),
    file('web/ui/a.tsx', "t('a:whole');\nt('a:days', { count });\nt(`a:state.${words[`${on}`]}.title`);\n"),
    file('web/ui/a.test.tsx', "t('a:left');\n"),
    file(
      'locales/en/server/mails.json',
      '{ "told": { "subject": "s", "text": "t", "more": "m" }, "untold": { "text": "u" } }',
    ),
    file('contract/a.facts.ts', "'a.b': defineFact({ ...kind, mail: 'mails:told' }),"),
  ];
  expect(unusedTextFindings(breach)).toEqual([
    'a:state.off.help is a text that no code names',
    'a:left is a text that no code names',
    'mails:told.more is a text that no code names',
    'mails:untold.text is a text that no code names',
  ]);
});

test('comments name rules that docs/rules.md has, and no document that is not here', () => {
  expect(ruleFindings(files)).toEqual([]);
  const breach = [
    file('docs/rules.md', '## S4 States\n\n- S4.1 One.\n'),
    file('server/a.ts', '/** As it is (rules S4 and S9), and S4.1 too (rules S4.1). */'),
    file('server/b.ts', '/** As asked (specification, section 4). */'),
    file('server/c.ts', '/** A second factor (issue 3). */'),
    file('web/f.ts', '/** Top right, as the specification says. */'),
    file('bench/d.ts', "/** The third row of the design's budgets. */"),
    file('bench/e.ts', '// the budgets of the design'),
  ];
  expect(ruleFindings(breach)).toEqual([
    'server/a.ts names rule S9, which docs/rules.md has not',
    'server/b.ts leans on a document that is not here: name its rule of docs/rules.md',
    expect.stringContaining('server/c.ts leans'),
    expect.stringContaining('web/f.ts leans'),
    expect.stringContaining('bench/d.ts leans'),
    expect.stringContaining('bench/e.ts leans'),
  ]);
});

test('names: kebab-case, a dot before the kind alone, and no drawer for everything', () => {
  expect(nameFindings(files)).toEqual([]);
  const names = [
    'server/utils.ts',
    'web/ui/index.ts',
    'web/ui/DataTable.tsx',
    'server/common/a.ts',
    'web/features/a/last.payments.tsx',
    'server/a-b.queries.ts',
  ];
  expect(nameFindings(names.map((path) => file(path, ''))).map((finding) => finding.split(':')[0])).toEqual(
    names.slice(0, 5),
  );
});

test('the product names no place outside its own folder, and no host of a package registry', () => {
  expect(placeFindings(files)).toEqual([]);
  expect(placeFindings([file('docs/a.md', ['see ..', 'shared', 'spec.md'].join('/'))])).toHaveLength(1);
});

test('nothing is sorted by a number that is answered as text', () => {
  expect(sortedTextFindings(files)).toEqual([]);
  const breaches = [
    'SELECT id::text FROM a ORDER BY id LIMIT 1',
    'SELECT name, id::text,\n  x FROM a ORDER BY at DESC, id DESC',
    'SELECT terminal_id::text AS id FROM a ORDER BY id',
    // Of one table a cluster forgets its name.
    'SELECT id::text FROM a WHERE b = $1 ORDER BY a.id DESC LIMIT 1',
    'SELECT t.id::text, t.at FROM a t WHERE t.b IN (SELECT b FROM c JOIN d ON true) ORDER BY t.at, t.id',
  ].map((sql) => file('server/a.queries.ts', `\`${sql}\``));
  expect(sortedTextFindings(breaches)).toHaveLength(breaches.length);
  // The list of columns stands above, and between it and the order something is asked.
  const apart = [
    'const c = `id::text, at`;\nconst s = `SELECT ${',
    'c} FROM a ${',
    'x ? `AND y` : "z"} ORDER BY at, id`;',
  ];
  expect(sortedTextFindings([file('server/a.queries.ts', apart.join(''))])).toHaveLength(1);
  const right = [
    'SELECT id AS place, id::text FROM a JOIN b ON b.id = a.id ORDER BY place',
    'SELECT t.id::text FROM (SELECT *, a.id AS place FROM a) t WHERE t.b = $1 ORDER BY place',
    'SELECT a.id::text FROM a JOIN b ON b.id = a.b_id ORDER BY a.id',
    'SELECT id::text FROM a WHERE b = $1 ORDER BY a.id FOR NO KEY UPDATE',
    'SELECT a_id::text AS id, array_agg(lower(name) ORDER BY id), rank() OVER (PARTITION BY x ORDER BY id) FROM a',
  ].map((sql) => file('server/a.queries.ts', `\`${sql}\``));
  expect(sortedTextFindings(right)).toEqual([]);
});

test('what a type of transaction does with money is said in one place', () => {
  expect(typeDirectionFindings(files)).toEqual([]);
  const breaches = [
    "  const sale = `type <> 'PURCHASE'`;",
    "sum(amount_minor) FILTER (WHERE t.type = 'PURCHASE')",
    "CASE t.type WHEN 'PURCHASE' THEN amount_minor ELSE -amount_minor END",
    "const sign = row.type === 'PURCHASE' ? 1 : -1;",
    "const isBack = 'PURCHASE' !== body.kind;",
    "WHERE t.type IN ('REFUND', 'REVERSAL')",
    "const filter = { type: ['REFUND', 'REVERSAL'] };",
    "const filter = { type: ['PURCHASE' as const] };",
  ].map((text) => file('server/features/a/a.ts', text));
  expect(typeDirectionFindings(breaches)).toHaveLength(breaches.length);
  expect(typeDirectionFindings([file('web/a.ts', "if (refund.type === 'REVERSAL') return;")])).toEqual([]);
});
