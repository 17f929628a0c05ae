import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { latinDigits } from '@mizan/contract/money.ts';
import {
  addReport,
  listReports,
  type ReportFormat,
  type ReportKind,
  type ReportRhythm,
  reportFormats,
  reportKinds,
  reportRhythms,
} from '@mizan/contract/reports.ts';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { Form } from '../../ui/form.tsx';
import { Section } from '../../ui/page.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './reports.module.css';

const timeShape = /^([01]\d|2[0-3]):[0-5]\d$/;
const timeOf = (typed: string): string => latinDigits(typed).trim();

interface Person {
  id: string;
  name: string;
  email: string;
}

/** One more report that is sent by itself. */
export function AddReportForm({ people }: { people: readonly Person[] }) {
  const { t } = useTranslation('reports');
  const form = useForm({
    start: {
      kind: 'SALES' as ReportKind,
      rhythm: 'DAILY' as ReportRhythm,
      format: 'pdf' as ReportFormat,
      atTime: '07:00',
      recipientIds: [] as string[],
    },
    check: ({ atTime, recipientIds }) => ({
      atTime: !timeShape.test(timeOf(atTime)) && t('reports:timeInvalid'),
      recipientIds: recipientIds.length === 0 && t('reports:choose'),
    }),
    send: ({ atTime, ...rest }) => call(addReport, { body: { ...rest, atTime: timeOf(atTime) } }),
    changes: [listReports],
    empties: true,
    refusal: (error) => (isApiError(error) && error.code === 'conflict' ? t('reports:full') : undefined),
    onSent: () => showToast({ tone: 'success', title: t('reports:added') }),
  });
  return (
    <Section title={t('reports:addTitle')}>
      <Form form={form} submitLabel={t('reports:add')}>
        <NativeSelect
          label={t('reports:kind')}
          data={reportKinds.map((value) => ({ value, label: t(`reports:kinds.${value}`) }))}
          {...form.field('kind')}
        />
        <NativeSelect
          label={t('reports:rhythm')}
          description={t(`reports:about.${form.values.kind === 'EXCEPTIONS' ? 'open' : form.values.rhythm}`)}
          data={reportRhythms.map((value) => ({ value, label: t(`reports:rhythms.${value}`) }))}
          {...form.field('rhythm')}
        />
        <TextInput label={t('reports:atTime')} dir="ltr" placeholder="07:00" {...form.field('atTime')} />
        <NativeSelect
          label={t('reports:format')}
          data={reportFormats.map((value) => ({ value, label: t(`reports:formats.${value}`) }))}
          {...form.field('format')}
        />
        {people.length === 0 ? (
          <p className={classes['help']}>{t('reports:noPeople')}</p>
        ) : (
          <Checkbox.Group label={t('reports:people')} {...form.field('recipientIds')}>
            <div className={classes['people']}>
              {people.map(({ id, name, email }) => (
                <Checkbox key={id} value={id} label={name} description={<bdi>{email}</bdi>} />
              ))}
            </div>
          </Checkbox.Group>
        )}
      </Form>
    </Section>
  );
}
