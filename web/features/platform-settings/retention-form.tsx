import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  getRetention,
  previewRetention,
  type RetentionRow,
  setRetention,
} from '@mizan/contract/retention.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { formatDateTime, formatNumber } from '../../platform/formats.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { numberFrom } from './number-texts.ts';
import classes from './platform-settings.module.css';
import { settingsChanges } from './settings-changes.ts';

const typingMs = 300;
const reasons = ['fixed', 'notSeen'] as const;
type Goes = NonNullable<RouteOutput<typeof previewRetention>['goes']>;

/** What fewer days would delete, once nobody types any more; null of days that delete nothing. */
function usePreview({ kind, days }: RetentionRow, typed: number | null) {
  const [asked] = useDebouncedValue(typed, typingMs);
  const isShorter = asked !== null && asked < days;
  const query = useQuery({
    ...routeQuery(previewRetention, { params: { kind }, query: { days: asked ?? days } }),
    enabled: isShorter,
  });
  /** What the screen says of so many days; undefined while it does not. */
  const seenOf = (wanted: number): Pick<Goes, 'olderThan' | 'rows'> | undefined => {
    const goes = wanted === asked && !query.isFetching ? query.data?.goes : undefined;
    return goes ? { olderThan: goes.olderThan, rows: goes.rows } : undefined;
  };
  return { query: isShorter ? query : null, seenOf };
}

/** For how many days one kind is kept; of a shorter time it says what goes before it can be saved. */
export default function RetentionForm({ row, onClose }: { row: RetentionRow; onClose: () => void }) {
  const { t } = useTranslation(['portal', 'common']);
  const { kind, least, most } = row;
  const start = row.next?.days ?? row.days;
  const [typed, setTyped] = useState<number | null>(start);
  const { query, seenOf } = usePreview(row, typed);
  const between = t('portal:limits.between', { least: formatNumber(least), most: formatNumber(most) });
  const daysIn = (text: string): number | null => {
    const days = numberFrom(text, 'whole');
    return days !== null && days >= least && days <= most ? days : null;
  };
  const form = useForm({
    edits: true,
    start: { days: String(start) },
    check: (values) => {
      const days = daysIn(values.days);
      if (days === null) return { days: between };
      return { days: days < row.days && seenOf(days) === undefined && t('portal:retention.waits') };
    },
    send: (values) => {
      const days = daysIn(values.days) ?? row.days;
      const seen = days < row.days ? (seenOf(days) ?? null) : null;
      return call(setRetention, { params: { kind }, body: { days, seen } });
    },
    changes: [...settingsChanges, getRetention, previewRetention],
    refusal: (error) => {
      if (!isApiError(error) || error.code !== 'conflict') return undefined;
      const reason = reasons.find((each) => each === error.details['reason']);
      return reason && t(`portal:retention.refused.${reason}`);
    },
    onSent: () => {
      showToast({ tone: 'success', title: t('common:toast.saved') });
      onClose();
    },
  });
  const field = form.field('days');
  return (
    <FormDialog
      form={form}
      title={t('portal:retention.changeNamed', { what: t(`portal:retention.kind.${kind}`) })}
      submitLabel={t('common:actions.save')}
      onClose={onClose}
    >
      <TextInput
        label={t('portal:retention.keep')}
        data-autofocus
        description={between}
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
        {...field}
        onChange={(event) => {
          field.onChange(event);
          setTyped(daysIn(event.currentTarget.value));
        }}
      />
      <div className={classes['goes']} role="status">
        {query ? (
          <Loaded of={query} rows={2}>
            {({ goes }) => goes && <WhatGoes goes={goes} />}
          </Loaded>
        ) : (
          <p className={classes['quiet']}>{t('portal:retention.longer')}</p>
        )}
      </div>
    </FormDialog>
  );
}

function WhatGoes({ goes }: { goes: Goes }) {
  const { t } = useTranslation('portal');
  return (
    <>
      <p>
        {t('portal:retention.goes', {
          count: goes.rows,
          number: formatNumber(goes.rows),
          older: formatDateTime(goes.olderThan),
          when: formatDateTime(goes.from),
        })}
      </p>
      <p className={classes['quiet']}>{t('portal:retention.goesHelp')}</p>
    </>
  );
}
