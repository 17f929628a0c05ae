import { Anchor } from '@mantine/core';
import {
  type ImportedRow,
  type ImportPreview,
  importColumns,
  importRates,
  importTextMax,
  previewImport,
} from '@mizan/contract/discounts.ts';
import { IconCheck, IconDownload, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { failureText } from '../../platform/failure.words.ts';
import { useForm } from '../../platform/form.ts';
import { formatNumber } from '../../platform/formats.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './discounts.module.css';
import { changedByAgreement, type Discounts } from './discounts.queries.ts';
import { refusalOf } from './refusal.words.ts';

/** The columns, and a row as an example of a bank that the merchant has. */
function templateOf({ banks }: Discounts): string {
  const bank = banks[0];
  const name = (bank?.nameEn ?? '').replaceAll('"', '""');
  const row = ['Mada', '0.80', '15.00', '40.00', '0.00', `"${name}"`, bank?.firstDay ?? '', '1 working'];
  return `${[importColumns.join(','), row.join(',')].join('\r\n')}\r\n`;
}

/** The chosen file with the verdict of each row, or why it cannot be read. */
function useImport() {
  const { t } = useTranslation(['discounts', 'common']);
  const [read, setRead] = useState<{ text: string; preview: ImportPreview } | null>(null);
  const [problem, setProblem] = useState<string | undefined>();

  async function take(file: File | undefined): Promise<void> {
    setRead(null);
    setProblem(undefined);
    if (!file || file.size > importTextMax) {
      setProblem(t('discounts:import.refusal.tooMany'));
      return;
    }
    const text = await file.text();
    try {
      const preview = await call(previewImport, { body: { text } });
      if (preview.refusal) setProblem(t(`discounts:import.refusal.${preview.refusal}`));
      else setRead({ text, preview });
    } catch (error) {
      setProblem(failureText(error, t));
    }
  }

  return { read, problem, take };
}

/** Rates of a file: each row with its verdict first, then all of them or none. */
export default function ImportDialog({ discounts, onClose }: { discounts: Discounts; onClose: () => void }) {
  const { t } = useTranslation(['discounts', 'common']);
  const { read, problem, take } = useImport();
  const wrong = read?.preview.rows.filter(({ problem: each }) => each !== null).length ?? 0;
  const count = read?.preview.rows.length ?? 0;
  const form = useForm({
    start: {},
    send: async () => {
      if (!read || wrong > 0) throw new Error('nothing to send');
      return call(importRates, { body: { text: read.text } });
    },
    changes: changedByAgreement,
    refusal: (error) => refusalOf(error, t) ?? (wrong > 0 ? t('discounts:refused.rows') : undefined),
    onSent: () => {
      showToast({ tone: 'success', title: t('discounts:import.added', { count }) });
      onClose();
    },
  });

  return (
    <FormDialog
      form={read && wrong === 0 ? form : { ...form, submit: (event) => event.preventDefault() }}
      title={t('discounts:import.title')}
      submitLabel={read && wrong === 0 ? t('discounts:import.add', { count }) : t('discounts:import.open')}
      onClose={onClose}
    >
      <p className={classes['help']}>{t('discounts:import.help')}</p>
      <Anchor
        href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${templateOf(discounts)}`)}`}
        download="rates.csv"
      >
        <span className={classes['note']}>
          <IconDownload size={16} stroke={1.6} aria-hidden="true" />
          {t('discounts:import.template')}
        </span>
      </Anchor>
      <FileDrop
        label={t('discounts:import.drop')}
        accept={['.csv']}
        onFiles={(accepted) => void take(accepted[0])}
        error={problem}
      />
      {read && (
        <>
          <p role="status" className={classes[wrong > 0 ? 'bad' : 'help']}>
            {wrong > 0
              ? t('discounts:import.wrong', { count: wrong })
              : t('discounts:import.good', { count })}
          </p>
          <Preview rows={read.preview.rows} />
        </>
      )}
    </FormDialog>
  );
}

function Preview({ rows }: { rows: readonly ImportedRow[] }) {
  const { t } = useTranslation('discounts');
  return (
    <div className={classes['scroller']}>
      <PlainTable label={t('discounts:import.title')}>
        <thead>
          <tr>
            <th scope="col">{t('discounts:import.line')}</th>
            <th scope="col">{t('discounts:import.verdict')}</th>
            {importColumns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, cells, problem }) => (
            <tr key={line}>
              <td>{formatNumber(line)}</td>
              <td className={classes[problem ? 'bad' : 'quiet'] ?? ''}>
                <span className={classes['note']}>
                  {problem ? (
                    <IconX size={16} stroke={1.6} aria-hidden="true" />
                  ) : (
                    <IconCheck size={16} stroke={1.6} aria-hidden="true" />
                  )}
                  {problem
                    ? t(`discounts:import.problem.${problem.code}`, { column: problem.column })
                    : t('discounts:import.fine')}
                </span>
              </td>
              {importColumns.map((column, place) => (
                <td key={column}>
                  <bdi>{cells[place]}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  );
}
