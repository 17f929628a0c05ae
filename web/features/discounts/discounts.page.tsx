import { Button } from '@mantine/core';
import { addRate } from '@mizan/contract/discounts.ts';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatPercent } from '../../platform/formats.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { useMay } from '../../platform/use-may.ts';
import { FilterSegments } from '../../ui/filter-segments.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { useIsNarrow } from '../../ui/screen-width.ts';
import { EmptyState } from '../../ui/states.tsx';
import classes from './discounts.module.css';
import { type Discounts, useDiscounts } from './discounts.queries.ts';
import { useDiscountsSearch } from './discounts.search.ts';
import { FeeCalculator } from './fee-calculator.tsx';
import { RateHistory } from './rate-history.tsx';
import { RatesTable } from './rates-table.tsx';
import { Restatements } from './restatements.tsx';

const RateForm = lazyPart(() => import('./rate-form.tsx'));
const ImportDialog = lazyPart(() => import('./import-dialog.tsx'));
const BanksView = lazyPart(() => import('./banks-view.tsx'));

type Dialog = 'rate' | 'import';

/** What each bank may take, by card and by date; its history, and what it comes to for an amount. */
export function DiscountsPage() {
  const { t } = useTranslation(['discounts', 'transactions', 'units', 'common', 'shell']);
  const { state, change } = useDiscountsSearch();
  const query = useDiscounts();
  const mayChange = useMay(addRate);
  const [open, setOpen] = useState<Dialog | null>(null);
  const isNarrow = useIsNarrow();
  const data = query.data;
  const showsRates = state.view === undefined;
  const isEmpty = data !== undefined && data.banks.length === 0;
  const calculator = data && showsRates && !isEmpty && (
    <FeeCalculator discounts={data} bankId={state.bank} scheme={state.card} />
  );
  return (
    <Page
      named
      title={t('shell:menu.discounts')}
      summary={t('discounts:summary')}
      actions={
        showsRates && mayChange && !isEmpty && <Actions onOpen={setOpen} isComing={data === undefined} />
      }
      filters={
        <FilterSegments
          label={t('discounts:view.label')}
          allLabel={t('discounts:view.rates')}
          options={[['banks', t('discounts:view.banks')]]}
          value={state.view}
          onChange={(view) => change({ view })}
        />
      }
      drawer={!isNarrow && calculator && <aside className={classes['aside']}>{calculator}</aside>}
    >
      {showsRates ? (
        <Loaded of={query} rows={8}>
          {(discounts) =>
            isEmpty ? (
              <NoBank onOpen={mayChange ? () => change({ view: 'banks' }) : null} />
            ) : (
              <Rates discounts={discounts} mayChange={mayChange}>
                {isNarrow && calculator}
              </Rates>
            )
          }
        </Loaded>
      ) : (
        <Suspense>
          <BanksView mayChange={mayChange} />
        </Suspense>
      )}
      {data && open !== null && (
        <Suspense>
          {open === 'rate' ? (
            <RateForm discounts={data} onClose={() => setOpen(null)} />
          ) : (
            <ImportDialog discounts={data} onClose={() => setOpen(null)} />
          )}
        </Suspense>
      )}
    </Page>
  );
}

function NoBank({ onOpen }: { onOpen: (() => void) | null }) {
  const { t } = useTranslation('discounts');
  return (
    <EmptyState
      title={t('discounts:empty')}
      help={t('discounts:emptyHelp')}
      action={onOpen && <Button onClick={onOpen}>{t('discounts:view.banks')}</Button>}
    />
  );
}

function Actions({ onOpen, isComing }: { onOpen: (dialog: Dialog) => void; isComing: boolean }) {
  const { t } = useTranslation('discounts');
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUpload size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => onOpen('import')}
        disabled={isComing}
      >
        {t('discounts:import.open')}
      </Button>
      <Button
        leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => onOpen('rate')}
        disabled={isComing}
      >
        {t('discounts:newRate')}
      </Button>
    </>
  );
}

/** What the law changes on a day that has not begun at any of the banks. */
function VatComing({ discounts: { vat, banks } }: { discounts: Discounts }) {
  const { t } = useTranslation('discounts');
  const today = banks.map((bank) => bank.today).toSorted()[0] ?? '';
  const coming = vat.find(({ validFrom }) => validFrom > today);
  if (!coming) return null;
  const said = { vat: formatPercent(coming.vatBps), day: formatDate(coming.validFrom) };
  return (
    <p role="note" className={classes['help']}>
      {t('discounts:vatComing', said)}
    </p>
  );
}

function Rates({
  discounts,
  mayChange,
  children,
}: {
  discounts: Discounts;
  mayChange: boolean;
  children: React.ReactNode;
}) {
  const { state, change } = useDiscountsSearch();
  const bankId = discounts.banks.some(({ id }) => id === state.bank) ? state.bank : discounts.banks[0]?.id;
  const chosen = { bankId: bankId ?? '', scheme: state.card ?? ('Mada' as const) };
  return (
    <div className={classes['rates']}>
      <VatComing discounts={discounts} />
      <RatesTable
        discounts={discounts}
        chosen={chosen}
        onChoose={(next) => change({ bank: next.bankId, card: next.scheme })}
      />
      <Restatements discounts={discounts} mayChange={mayChange} />
      <RateHistory discounts={discounts} chosen={chosen} mayChange={mayChange} />
      {children}
    </div>
  );
}
