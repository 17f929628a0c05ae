import { Button } from '@mantine/core';
import type { BankRow, PlacedTerminal } from '@mizan/contract/banks.ts';
import { spacedIban } from '@mizan/contract/iban.ts';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../platform/formats.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import { schemeKey } from '../../ui/scheme-mark.tsx';
import { EmptyState } from '../../ui/states.tsx';
import classes from './discounts.module.css';
import { type Agreed, nameOf, useBanks } from './discounts.queries.ts';

const AnswerDays = lazyPart(() => import('./answer-days.tsx'));
const Rents = lazyPart(() => import('./rents.tsx'));
const BankForm = lazyPart(() => import('./bank-form.tsx'));
const CutoffForm = lazyPart(() => import('./cutoff-form.tsx'));
const PlaceForm = lazyPart(() => import('./place-form.tsx'));

type Open =
  | { form: 'bank'; bank: BankRow | null }
  | { form: 'cutoff'; bank: BankRow }
  | { form: 'place'; terminal: PlacedTerminal };

/** The banks of the merchant, when their days end, and which terminal is with which. */
export default function BanksView({ mayChange }: { mayChange: boolean }) {
  const query = useBanks();
  const [open, setOpen] = useState<Open | null>(null);
  const onClose = () => setOpen(null);
  return (
    <Loaded of={query} rows={8}>
      {(agreed) => (
        <div className={classes['rates']}>
          <Banks agreed={agreed} onOpen={mayChange ? setOpen : null} />
          {agreed.banks.length > 0 && <Terminals agreed={agreed} onOpen={mayChange ? setOpen : null} />}
          {/* Below what is there at once: they come later, and would push it down. */}
          {agreed.banks.length > 0 && (
            <Suspense>
              <Rents agreed={agreed} mayChange={mayChange} />
              <AnswerDays agreed={agreed} mayChange={mayChange} />
            </Suspense>
          )}
          <Suspense>
            {open?.form === 'bank' && <BankForm bank={open.bank} onClose={onClose} />}
            {open?.form === 'cutoff' && (
              <CutoffForm bank={open.bank} today={agreed.today} onClose={onClose} />
            )}
            {open?.form === 'place' && (
              <PlaceForm terminal={open.terminal} agreed={agreed} onClose={onClose} />
            )}
          </Suspense>
        </div>
      )}
    </Loaded>
  );
}

interface PartProps {
  agreed: Agreed;
  /** Null for whoever may only look. */
  onOpen: ((open: Open) => void) | null;
}

function Banks({ agreed, onOpen }: PartProps) {
  const { t } = useTranslation('discounts');
  return (
    <Section
      title={t('discounts:view.banksTitle')}
      aside={
        onOpen && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}
            onClick={() => onOpen({ form: 'bank', bank: null })}
          >
            {t('discounts:bank.add')}
          </Button>
        )
      }
    >
      {agreed.banks.length === 0 && (
        <EmptyState title={t('discounts:bank.empty')} help={t('discounts:emptyHelp')} />
      )}
      <ul className={classes['list']} aria-label={t('discounts:view.banksTitle')}>
        {agreed.banks.map((bank) => (
          <li key={bank.id} className={classes['item']}>
            <span className={classes['itemWords']}>
              <strong>
                <bdi>{nameOf(bank)}</bdi>
              </strong>
              <span>
                {bank.iban ? (
                  <Identifier>{spacedIban(bank.iban)}</Identifier>
                ) : (
                  <span className={classes['hint']}>{t('discounts:bank.noIban')}</span>
                )}
              </span>
              <Cutoffs bank={bank} today={agreed.today} />
            </span>
            {onOpen && (
              <span className={classes['buttons']}>
                <RowButton
                  action={t('discounts:bank.setCutoff')}
                  name={nameOf(bank)}
                  onClick={() => onOpen({ form: 'cutoff', bank })}
                />
                <RowButton
                  action={t('discounts:bank.change')}
                  name={nameOf(bank)}
                  onClick={() => onOpen({ form: 'bank', bank })}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** In a list of buttons that a reader brings up, each says of what it is. */
function RowButton({ action, name, onClick }: { action: string; name: string; onClick: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={t('common:words.actionOn', { action, name })}
      onClick={onClick}
    >
      {action}
    </Button>
  );
}

/** When its day ends now, and from when on otherwise. */
function Cutoffs({ bank, today }: { bank: BankRow; today: string }) {
  const { t } = useTranslation('discounts');
  const now = bank.cutoffs.findLast(({ validFrom }) => validFrom <= today);
  const coming = bank.cutoffs.filter(({ validFrom }) => validFrom > today);
  return (
    <span className={classes['hint']}>
      {[
        t('discounts:bank.cutoff', { time: now?.cutoff ?? '00:00' }),
        ...coming.map(({ cutoff, validFrom }) =>
          t('discounts:bank.cutoffFrom', { time: cutoff, day: formatDate(validFrom) }),
        ),
      ].join(t('discounts:comma'))}
    </span>
  );
}

function Terminals({ agreed, onOpen }: PartProps) {
  const { t } = useTranslation('discounts');
  return (
    <Section title={t('discounts:view.terminals')}>
      <ul className={classes['list']} aria-label={t('discounts:view.terminals')}>
        {agreed.terminals.map((terminal) => (
          <li key={terminal.id} className={classes['item']}>
            <span className={classes['itemWords']}>
              <span>
                <Identifier>{terminal.tid}</Identifier> <bdi>{terminal.label}</bdi>
              </span>
              <span className={classes['hint']}>
                <bdi>{nameOf({ nameEn: terminal.branchNameEn, nameAr: terminal.branchNameAr })}</bdi>
              </span>
            </span>
            <Places terminal={terminal} agreed={agreed} />
            {onOpen && (
              <RowButton
                action={t('discounts:place.open')}
                name={terminal.tid}
                onClick={() => onOpen({ form: 'place', terminal })}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** With which bank a terminal is now, by scheme where they differ, and what is to come. */
function Places({ terminal, agreed }: { terminal: PlacedTerminal; agreed: Agreed }) {
  const { t } = useTranslation(['discounts', 'transactions']);
  const bankName = (id: string): string => {
    const bank = agreed.banks.find((each) => each.id === id);
    return bank ? nameOf(bank) : '';
  };
  const now = new Map<string | null, string>();
  for (const { scheme, validFrom, bankId } of terminal.places) {
    if (validFrom <= agreed.today) now.set(scheme, bankId);
  }
  const [only] = agreed.banks;
  const ofAll = now.get(null) ?? (agreed.banks.length === 1 ? only?.id : undefined);
  const lines = [
    ofAll === undefined ? null : bankName(ofAll),
    ...[...now].flatMap(([scheme, bankId]) =>
      scheme === null
        ? []
        : [t('discounts:place.ofCard', { card: t(schemeKey(scheme as 'Mada')), bank: bankName(bankId) })],
    ),
  ].filter((each) => each !== null);
  const coming = terminal.places.filter(({ validFrom }) => validFrom > agreed.today);
  return (
    <span className={classes['itemWords']}>
      {lines.length === 0 ? (
        <span className={classes['warn']}>{t('discounts:place.none')}</span>
      ) : (
        lines.map((line) => <span key={line}>{line}</span>)
      )}
      {coming.map(({ scheme, validFrom, bankId }) => (
        <span key={`${scheme}${validFrom}`} className={classes['hint']}>
          {t('discounts:place.coming', {
            bank: bankName(bankId),
            card: scheme === null ? t('discounts:place.all') : t(schemeKey(scheme)),
            day: formatDate(validFrom),
          })}
        </span>
      ))}
      {terminal.withoutBank > 0 && (
        <span className={classes['warn']}>
          {t('discounts:place.withoutBank', { count: terminal.withoutBank })}
        </span>
      )}
    </span>
  );
}
