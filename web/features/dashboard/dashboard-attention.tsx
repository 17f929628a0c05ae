import type { Dashboard } from '@mizan/contract/dashboard.ts';
import { paths } from '@mizan/contract/paths.ts';
import { decideReview } from '@mizan/contract/payments.ts';
import {
  type Icon,
  IconBattery1,
  IconColumns3,
  IconFiles,
  IconHelpCircle,
  IconPlugConnectedX,
  IconReceiptOff,
  IconScale,
  IconUserQuestion,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { useMay } from '../../platform/use-may.ts';
import { attentionWords } from './attention.words.ts';
import classes from './dashboard.module.css';

type Item = Dashboard['attention'][number];

interface Look {
  icon: Icon;
  tone: string;
  to: (item: Item) => {
    to: string;
    search: Record<string, string | null>;
    params?: Record<string, string | null>;
  };
}

/** The payment's own screen: what to do about it, and where somebody decides how it ended. */
const openPayment = (item: Item) => ({
  to: paths.terminals,
  search: { payment: item.transactionId },
});
const openFile = (item: Item) => ({ to: paths.reconciliation, search: { file: item.bankFileId } });
const openTerminal = ({ tid }: Item) => ({ to: paths.terminalDetail, params: { tid }, search: {} });

const looks: Readonly<Record<Item['kind'], Look>> = {
  UNBALANCED_FILE: { icon: IconScale, tone: 'danger', to: openFile },
  INCOMPLETE_FILE: { icon: IconScale, tone: 'wait', to: openFile },
  WAITING_FILE: { icon: IconColumns3, tone: 'wait', to: openFile },
  MORE_FILES: {
    icon: IconFiles,
    tone: 'wait',
    to: () => ({ to: paths.reconciliation, search: { only: 'open' } }),
  },
  UNKNOWN_OUTCOME: { icon: IconHelpCircle, tone: 'progress', to: openPayment },
  OPEN_REVIEW: { icon: IconUserQuestion, tone: 'wait', to: openPayment },
  TERMINAL_DISCONNECTED: { icon: IconPlugConnectedX, tone: 'offline', to: openTerminal },
  LOW_BATTERY: { icon: IconBattery1, tone: 'wait', to: openTerminal },
  NO_PAPER: { icon: IconReceiptOff, tone: 'wait', to: openTerminal },
};

/** What asks for a person, most urgent first, each with the way to where it is settled. */
export function Attention({ items, count }: { items: Item[]; count: number }) {
  const { t } = useTranslation('dashboard');
  return (
    <section aria-labelledby="dashboard-attention">
      <h2 id="dashboard-attention" className={classes['heading']}>
        {t('dashboard:attention.title')}{' '}
        {count > 0 && <span className={classes['unit']}>{formatNumber(count)}</span>}
      </h2>
      {items.length === 0 && <p className={classes['quiet']}>{t('dashboard:attention.none')}</p>}
      <ul className={classes['attention']}>
        {items.map((item) => (
          <li key={`${item.kind} ${item.tid ?? ''} ${item.transactionId ?? ''} ${item.bankFileId ?? ''}`}>
            <AttentionItem item={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AttentionItem({ item }: { item: Item }) {
  const { t } = useTranslation(['dashboard', 'units']);
  const look = looks[item.kind];
  const LookIcon = look.icon;
  const { to, search, params = {} } = look.to(item);
  const { title, help, action } = attentionWords(item, t, { mayDecide: useMay(decideReview) });
  return (
    <Link className={classes['item']} to={to} params={params as never} search={search as never}>
      <span className={classes['itemIcon']} data-tone={look.tone}>
        <LookIcon size={18} stroke={1.6} aria-hidden="true" />
      </span>
      <span className={classes['itemText']}>
        <span className={classes['term']}>{title}</span>
        <span className={classes['quiet']}>{help}</span>
      </span>
      <span className={classes['itemAction']}>{action}</span>
    </Link>
  );
}
