import { Button, CopyButton } from '@mantine/core';
import {
  getReceipt,
  type ReceiptLink as Link,
  makeReceiptLink,
  revokeReceiptLink,
} from '@mizan/contract/receipts.ts';
import { getTransaction } from '@mizan/contract/transactions.ts';
import { IconCheck, IconCopy, IconQrcode } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import { formatDateTime } from '../../platform/formats.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import classes from './transaction-receipt.module.css';

/** The record of the transaction says who gave its slip away. */
const changes = [getReceipt, getTransaction];

/** The address that shows the slip to whoever has it: made by a press, ended by another one. */
export function ReceiptLink({ id, link }: { id: string; link: Link | null }) {
  const { t } = useTranslation(['receipt', 'common']);
  const make = useCommand(makeReceiptLink, { changes, done: () => t('receipt:link.made') });
  const end = useCommand(revokeReceiptLink, { changes, done: () => t('receipt:link.ended') });
  const args = { params: { id } };
  if (link === null) {
    return (
      <div className={classes['link']}>
        <CommandButton
          command={make}
          args={args}
          variant="default"
          size="compact-md"
          leftSection={<IconQrcode size={16} stroke={1.6} aria-hidden="true" />}
        >
          {t('receipt:link.make')}
        </CommandButton>
      </div>
    );
  }
  return (
    <div className={classes['link']}>
      <CopyButton value={link.address}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            size="compact-md"
            leftSection={copied ? <IconCheck size={16} stroke={1.6} /> : <IconCopy size={16} stroke={1.6} />}
            onClick={copy}
          >
            {t(copied ? 'common:toast.copied' : 'common:actions.copyLink')}
          </Button>
        )}
      </CopyButton>
      <CommandButton
        command={end}
        args={args}
        variant="subtle"
        size="compact-md"
        question={{
          title: t('receipt:link.endTitle'),
          help: t('receipt:link.endHelp'),
          confirmLabel: t('receipt:link.end'),
          danger: true,
        }}
      >
        {t('receipt:link.end')}
      </CommandButton>
      <p>{t('receipt:link.help', { name: link.madeByName, when: formatDateTime(link.endsAt) })}</p>
    </div>
  );
}
