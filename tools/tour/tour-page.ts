import type { Screen } from '@mizan/contract/screens.ts';

/** What one comes to a screen for: a test holds that each has it. */
const words: Readonly<Partial<Record<string, string>>> = {
  reset: 'The link of a mail leads here: a new password, twice.',
  verify: 'The link of a new account: it is confirmed at once, and a link that is over says so, as here.',
  verifyUpdate: 'The link of a changed application or e-mail, in the same way.',
  settlementStatement:
    'What the QR code of a statement opens: its figures as they were made, and whether a file of it is unchanged.',
  receipt: 'What the QR code of a slip opens, for whoever has its address; it can be printed.',
  login: 'E-mail and password, or a passkey; then the code that came by mail.',
  onboarding:
    'A merchant applies: business, bank, branches, terminals, cashiers and documents. A draft is kept.',
  dashboard: 'What was sold, what is not yet in the bank, and what needs somebody.',
  transactions:
    'Every payment and refund, as it happens; a search that reads a line of a slip; one opened shows all that is on record.',
  refunds: 'Money given back, with who asked, who approved, and what it does to fees and deposits.',
  terminals: 'Every terminal: connected or not, its cashier and branch; pair, assign, replace, retire.',
  terminalDetail: 'One terminal whole: its health, its line, its payments.',
  shift: "The cashier's own shift: what was taken so far, and the count of the till at its end.",
  shifts: 'The shifts of all cashiers: who is at work, and what each shift came to.',
  bulk: 'Branches, people and terminals from one file, each line checked before anything is written.',
  ownSettings: "The cashier's own account: password, language and digits.",
  integrations: 'Keys for other systems, their sign-ins, and the addresses that are told what happens.',
  adminAudit: 'Who did what, over all merchants.',
  adminMsps: 'Vendors of terminals: whom to call, the banks they serve, the models they bring.',
  adminBrands: 'Models of terminals, and which mada package fits which.',
  adminDistricts: 'Regions, cities and districts, and what names each of them.',
  adminSettings: 'What holds for the whole portal: VAT, usual rates, limits, notices and switches.',
  adminAccount: "The administrator's own account, devices and sessions.",
  terminal: "The cashier's own screen: an amount, and the card.",
  discounts: 'What each card scheme costs: the discount rate, its cap, its VAT, from which day.',
  reconciliation: 'Files of the bank against the payments: whether the bank paid, to the halala.',
  exceptions: 'What does not match, with what is at stake and for how long; accepted, claimed or explained.',
  feeAudit: 'What the bank took against what was agreed, and a claim to send.',
  proof: 'A month for the books: by branch, every line with its source.',
  settlement: 'Which deposits came, which are due, and the statements and VAT reports to take away.',
  management: 'Branches and people, and who may do what.',
  settings: 'The own account, devices, sessions and notifications.',
  reports: 'Reports that are sent by e-mail by themselves, and what was sent.',
  ownership: 'Everything that the business owns here, prepared as one file for its owner.',
  business: 'How the business is called and reached, and what its receipts say, on a slip as it prints.',
  audit: 'Who did what, in a chain that shows where anything was changed.',
  bareDashboard: 'The dashboard alone, for a screen on the wall.',
  admin: 'What waits for whoever runs the portal.',
  adminMerchants: 'Merchants and their applications, to review and decide.',
  adminBankDays: 'On which days banks are closed, and what that moves.',
};

export interface Stop {
  name: string;
  screen: Screen;
  titles: Readonly<Record<'en' | 'ar', string>>;
}

const byWhom = ({ allow }: Screen): string =>
  allow === 'public' ? 'everybody' : allow.map((role) => role.toLowerCase()).join(', ');

export const pictureOf = (name: string, language: string): string => `${name}-${language}.jpg`;

/** docs/tour.md: each screen with its address, who sees it, and its pictures. */
export function tourPage(stops: readonly Stop[]): string {
  const chapters = stops.map(({ name, screen, titles }) =>
    [
      `## ${titles.en} · ${titles.ar}`,
      '',
      `\`${screen.path}\`, for ${byWhom(screen)}. ${words[name] ?? ''}`.trimEnd(),
      '',
      `| ${titles.en} | ${titles.ar} |`,
      '| --- | --- |',
      `| ![${titles.en}](tour/${pictureOf(name, 'en')}) | ![${titles.ar}](tour/${pictureOf(name, 'ar')}) |`,
    ].join('\n'),
  );
  const head =
    '# A tour\n\nEvery screen of the running product with the data of its demo, in both languages. Taken by `npm run tour`, which also\nwrites this page. Left out are the two that check a link of a\nmail and lead on, and the one that a printed statement of settlements leads to.\n';
  return `${[head, ...chapters].join('\n')}\n`.replaceAll(/\n(## )/g, '\n\n$1').replaceAll(/\n{3,}/g, '\n\n');
}
