import { type CheckedStatement, checkSettlementStatement } from '@mizan/contract/settlement-statements.ts';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../platform/api-client.ts';
import { formatDate, formatDateTime } from '../../platform/formats.ts';
import { nameIn } from '../../platform/language.ts';
import { queryClient, routeQuery } from '../../platform/query-client.ts';
import { useTitle } from '../../platform/title.ts';
import { Amount } from '../../ui/amount.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PublicHeader } from '../../ui/public-header.tsx';
import { FileCheck } from './file-check.tsx';
import classes from './statement-check.module.css';

const inLanguage = (named: { nameEn: string; nameAr: string }): string => nameIn(named);

const codeShape = /^[\w-]{27}$/;

/** Where the QR code of a settlement statement leads: what the paper has to say, and whether a file is one of its. */
export function StatementCheckPage() {
  const { t } = useTranslation('papers');
  const { code } = useSearch({ strict: false }) as Record<string, unknown>;
  const title = t('papers:title');
  useTitle(title, 'screen');
  return (
    <QueryClientProvider client={queryClient}>
      <div className={classes['frame']}>
        <PublicHeader ruled hasHelp />
        <main className={classes['main']}>
          <h1 className={classes['title']}>{title}</h1>
          {typeof code === 'string' && codeShape.test(code) ? (
            <Checked code={code} />
          ) : (
            <p className={classes['lead']}>{t('papers:noCode')}</p>
          )}
        </main>
      </div>
    </QueryClientProvider>
  );
}

function Checked({ code }: { code: string }) {
  const { t } = useTranslation('papers');
  const query = useQuery(routeQuery(checkSettlementStatement, { params: { code } }));
  if (isApiError(query.error) && query.error.status === 404) {
    return (
      <p className={classes['refused']} role="alert">
        {t('papers:notFound')}
      </p>
    );
  }
  return (
    <Loaded of={query} rows={10}>
      {(statement) => (
        <>
          <Paper statement={statement} />
          <FileCheck files={statement.files} />
        </>
      )}
    </Loaded>
  );
}

const figures = [
  'gross',
  'refunds',
  'mdr',
  'processing',
  'vat',
  'net',
  'writtenOff',
  'arrived',
  'difference',
] as const;
/** Said where there is anything of it: statements of before do not know it. */
const shownOf = (total: CheckedStatement['totals'][number]) =>
  figures.flatMap((name) => {
    const minor = total[`${name}Minor`];
    return minor === undefined || (name === 'writtenOff' && minor === 0) ? [] : [{ name, minor }];
  });

/** What the sums leave out: without the first, net, arrived and difference do not add up. */
const besides = ['unsaid', 'unjudged'] as const;

function Paper({ statement }: { statement: CheckedStatement }) {
  const { t } = useTranslation(['papers', 'units']);
  const { merchant, bank, totals } = statement;
  const bankName = bank && inLanguage(bank);
  return (
    <>
      <p className={classes['lead']}>{t('papers:lead', { merchant: inLanguage(merchant) })}</p>
      <Facts
        facts={[
          [t('papers:number'), <Identifier key="number">{statement.number}</Identifier>],
          [t('papers:merchant'), inLanguage(merchant)],
          [t('papers:bank'), bank ? bankName || t('papers:unknownBank') : t('papers:allBanks')],
          [
            t('papers:days'),
            t('papers:daysText', { from: formatDate(statement.from), to: formatDate(statement.to) }),
          ],
          [t('papers:made'), formatDateTime(statement.madeAt)],
          [
            t('papers:hash'),
            <span key="hash" className={classes['hash']}>
              <Identifier>{statement.figuresSha256}</Identifier>
            </span>,
          ],
        ]}
      />
      {totals.map((total) => (
        <section key={total.currency}>
          <h2 className={classes['subtitle']}>
            {t('papers:sums', { currency: t(`units:currency.${total.currency}`) })}
          </h2>
          <dl className={classes['sums']}>
            {shownOf(total).map(({ name, minor }) => (
              <div key={name}>
                <dt>{t(`papers:row.${name}`)}</dt>
                <dd>
                  <Amount amountMinor={minor} />
                </dd>
              </div>
            ))}
          </dl>
          {besides.map(
            (name) =>
              total[`${name}Minor`] !== 0 && (
                <p key={name} className={classes['note']}>
                  {t(`papers:besides.${name}`)} <Amount amountMinor={total[`${name}Minor`]} />
                </p>
              ),
          )}
        </section>
      ))}
      <p className={classes['note']}>{t('papers:asOf')}</p>
    </>
  );
}
