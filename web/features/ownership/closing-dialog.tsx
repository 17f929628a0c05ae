import { TextInput } from '@mantine/core';
import { isNameOf } from '@mizan/contract/closing.ts';
import {
  type ClosingPreview,
  closeAccount,
  previewClosing,
  typedNameMax,
} from '@mizan/contract/ownership.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { formatDate, formatDateTime, formatNumber } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { endSession } from '../../platform/session.store.ts';
import { Facts } from '../../ui/facts.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './ownership.module.css';

/** What stops and what is open, and then the name of the business, so that nobody closes it by a slip. */
export default function ClosingDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['ownership', 'common']);
  const query = useQuery(routeQuery(previewClosing, {}));
  const { data } = query;
  const form = useForm({
    start: { name: '' },
    check: ({ name }) => ({
      name: data !== undefined && !isNameOf(name, data) && t('ownership:closing.wrongName'),
    }),
    send: ({ name }) => call(closeAccount, { body: { name: name.trim() } }),
    changes: [],
    refusal: (error) => {
      if (!isApiError(error) || error.code !== 'conflict') return undefined;
      const isName = error.details['reason'] === 'name';
      return isName ? { name: t('ownership:closing.wrongName') } : t('ownership:closing.notInBusiness');
    },
    onSent: () => {
      showToast({ tone: 'success', title: t('ownership:closing.done') });
      endSession({ flagged: false, leaves: true });
    },
  });
  const called = data && (language === 'en' ? data.nameEn : data.nameAr);
  return (
    <FormDialog
      form={form}
      title={t('ownership:closing.dialog')}
      submitLabel={t('ownership:closing.confirm')}
      danger
      onClose={onClose}
    >
      <Loaded of={query} rows={8}>
        {(preview) => <WhatFollows preview={preview} />}
      </Loaded>
      {called !== undefined && (
        <TextInput
          label={t('ownership:closing.name')}
          description={t('ownership:closing.nameHelp', { name: called })}
          maxLength={typedNameMax}
          autoComplete="off"
          {...form.field('name')}
        />
      )}
    </FormDialog>
  );
}

function WhatFollows({ preview: { ends, open, closing } }: { preview: ClosingPreview }) {
  const { t } = useTranslation('ownership');
  const isOpen = Object.values(open).some((count) => count > 0);
  return (
    <div className={classes['follows']}>
      <h3 className={classes['part']}>{t('ownership:closing.ends')}</h3>
      <Facts
        facts={(['terminals', 'people', 'keys', 'webhooks', 'reports'] as const).map(
          (each) => [t(`ownership:closing.${each}`), ends[each] > 0 && formatNumber(ends[each])] as const,
        )}
      />
      <p className={classes['help']}>{t('ownership:closing.keysHelp')}</p>
      {isOpen && (
        <>
          <h3 className={classes['part']}>{t('ownership:closing.open')}</h3>
          <Facts
            facts={(['payments', 'refunds', 'exceptions', 'unconfirmed'] as const).map(
              (each) => [t(`ownership:closing.${each}`), open[each] > 0 && formatNumber(open[each])] as const,
            )}
          />
          <p className={classes['help']}>{t('ownership:closing.openHelp')}</p>
        </>
      )}
      <p className={classes['help']}>
        {t('ownership:closing.until', { when: formatDateTime(closing.reopenUntil) })}
      </p>
      <p className={classes['help']}>{t('ownership:closing.kept', { day: formatDate(closing.keptUntil) })}</p>
    </div>
  );
}
