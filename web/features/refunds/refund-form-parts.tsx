import { Button, Select } from '@mantine/core';
import type { RefundEffect, RefundPreview } from '@mizan/contract/refunds.ts';
import { whyNoPayment } from '@mizan/contract/terminals.ts';
import { IconCreditCardRefund, IconUserCheck } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apart, formatAmount, formatMoment, locale } from '../../platform/formats.ts';
import { useSession } from '../../platform/session.store.ts';
import { Amount } from '../../ui/amount.tsx';
import { CardNumber } from '../../ui/identifier.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { branchName } from '../../ui/terminal.words.ts';
import classes from './refund-form.module.css';
import { useRefundTerminals } from './refunds.queries.ts';
import { branchOf } from './refunds.words.ts';

/** The payment that goes back: its amount, card, moment and place. */
export function PurchaseHead({ effect: { original } }: { effect: RefundEffect }) {
  const place = [formatMoment(original.createdAt), branchOf(original), original.cashierName];
  return (
    <div className={classes['purchase']}>
      <div className={classes['line']}>
        <Amount size="h2" amountMinor={original.amountMinor} currency={original.currency} />
        {original.lastFour !== null && (
          <span className={classes['cardNumber']}>
            <SchemeMark scheme={original.scheme} />
            <CardNumber lastFour={original.lastFour} />
          </span>
        )}
      </div>
      <p className={classes['hint']}>{place.filter(Boolean).join(apart)}</p>
    </div>
  );
}

const names = (people: readonly { name: string }[]): string =>
  new Intl.ListFormat(locale, { type: 'disjunction' }).format(people.map(({ name }) => name));

const namesOfAll = (people: readonly { name: string }[]): string =>
  new Intl.ListFormat(locale).format(people.map(({ name }) => name));

/** Who could approve it, and of whom it is sure that they are told: the others find it by themselves. */
function whoApproves(people: RefundPreview['approval']['people'], t: TFunction): string {
  const [told, others] = [people.filter(({ isTold }) => isTold), people.filter(({ isTold }) => !isTold)];
  return [
    people.length === 0 && t('refunds:approval.nobody'),
    people.length > 0 && t('refunds:approval.who', { names: names(people) }),
    told.length > 0 && t('refunds:approval.told', { names: namesOfAll(told) }),
    others.length > 0 && t('refunds:approval.untold', { names: namesOfAll(others) }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Who else has to agree, and why: said before anything is sent. */
export function ApprovalNote({ effect: { approval } }: { effect: RefundPreview }) {
  const { t } = useTranslation('refunds');
  if (!approval.isNeeded) return null;
  const { limitMinor, aloneMinor, people } = approval;
  const values = { limit: formatAmount(limitMinor), alone: formatAmount(aloneMinor) };
  return (
    <div className={classes['approval']} role="note">
      <IconUserCheck size={18} stroke={1.6} aria-hidden="true" />
      <div>
        <strong>{t('refunds:approval.title')}</strong>
        <p>
          {t(aloneMinor > 0 ? 'refunds:approval.overDay' : 'refunds:approval.over', values)}{' '}
          {whoApproves(people, t)}
        </p>
      </div>
    </div>
  );
}

/** Why it cannot be sent as it stands; null where it can. */
export function heldBack({ approval, terminal }: RefundEffect, t: TFunction): string | null {
  if (approval.isNeeded && approval.people.length === 0) return t('refunds:held.nobody');
  if (terminal.isRetired) return t('refunds:held.retired', { tid: terminal.tid });
  if (!terminal.isInService) return t('refunds:refusal.suspended');
  // What waits for a second person is sent later: only then the terminal has to be there.
  if (!approval.isNeeded && !terminal.isConnected) return t('refunds:held.away', { tid: terminal.tid });
  return null;
}

interface TerminalLineProps {
  effect: RefundEffect;
  value: string;
  onChange: (terminalId: string) => void;
}

/** Which terminal asks for the card, and the way to choose another one. */
export function TerminalLine({ effect: { terminal, approval }, value, onChange }: TerminalLineProps) {
  const { t } = useTranslation('refunds');
  const [changing, setChanging] = useState(false);
  // A cashier has one terminal.
  const hasOthers = useSession()?.role !== 'CASHIER';
  if (changing) return <TerminalChoice value={value || terminal.id} onChange={onChange} />;
  const text: ReactNode = t(approval.isNeeded ? 'refunds:terminal.then' : 'refunds:terminal.asks', {
    tid: terminal.tid,
  });
  return (
    <p className={classes['terminal']}>
      <IconCreditCardRefund size={18} stroke={1.6} aria-hidden="true" />
      <span>{text}</span>
      {hasOthers && (
        <Button variant="subtle" size="compact-sm" onClick={() => setChanging(true)}>
          {t('refunds:terminal.change')}
        </Button>
      )}
    </p>
  );
}

/** The merchant's terminals in use, with those marked that can ask for no card now. */
export function TerminalChoice({ value, onChange }: Omit<TerminalLineProps, 'effect'>) {
  const { t } = useTranslation('refunds');
  const terminals = useRefundTerminals(true).data?.rows ?? [];
  return (
    <Select
      label={t('refunds:terminal.label')}
      placeholder={t('refunds:form.chooseReason')}
      allowDeselect={false}
      value={terminals.some(({ id }) => id === value) ? value : null}
      onChange={(id) => id && onChange(id)}
      data={terminals.map((each) => {
        const why = whyNoPayment(each);
        const said = why && t(`refunds:terminal.${why}`);
        return { value: each.id, label: [each.tid, branchName(each), said].filter(Boolean).join(apart) };
      })}
    />
  );
}
