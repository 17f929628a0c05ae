import { SegmentedControl, TextInput } from '@mantine/core';
import { readEmail } from '@mizan/contract/email.ts';
import { getReceipt, mailReceipt, receiptLinkDays } from '@mizan/contract/receipts.ts';
import { getTransaction } from '@mizan/contract/transactions.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { language } from '../../platform/language.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './transaction-receipt.module.css';

/** Sends the slip's link to a mailbox, in the language of whoever reads there. */
export default function ReceiptMail({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('receipt');
  const form = useForm({
    start: { email: '', lang: language as string },
    check: ({ email }) => ({ email: readEmail(email) === null && t('receipt:mail.invalid') }),
    send: ({ email, lang }) =>
      call(mailReceipt, {
        params: { id },
        body: { email: readEmail(email) ?? '', lang: lang === 'ar' ? 'ar' : 'en' },
      }),
    changes: [getReceipt, getTransaction],
    onSent: (_answer, { email }) => {
      showToast({ tone: 'success', title: t('receipt:mail.sent', { email: readEmail(email) }) });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('receipt:mail.title')}
      submitLabel={t('receipt:mail.send')}
      onClose={onClose}
    >
      <TextInput
        label={t('receipt:mail.email')}
        type="email"
        inputMode="email"
        dir="ltr"
        autoComplete="off"
        data-autofocus
        {...form.field('email')}
      />
      <SegmentedControl
        aria-label={t('receipt:mail.language')}
        data={[
          { value: 'ar', label: t('receipt:mail.ar') },
          { value: 'en', label: t('receipt:mail.en') },
        ]}
        {...form.field('lang')}
      />
      <p className={classes['none']}>
        {t('receipt:mail.help', { days: t('receipt:mail.days', { count: receiptLinkDays }) })}
      </p>
    </FormDialog>
  );
}
