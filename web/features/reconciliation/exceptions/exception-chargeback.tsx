import { NativeSelect, TextInput } from '@mantine/core';
import {
  addEvidence,
  type Chargeback,
  type ChargebackStage,
  changeChargeback,
  chargebackStages,
  evidenceEndings,
  evidenceLimits,
  getChargeback,
  getEvidence,
} from '@mizan/contract/chargebacks.ts';
import type { ExceptionDetail } from '@mizan/contract/exceptions.ts';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, download, isApiError } from '../../../platform/api-client.ts';
import { upload } from '../../../platform/api-upload.ts';
import { useCommand } from '../../../platform/command.ts';
import { failureText } from '../../../platform/failure.words.ts';
import { useForm } from '../../../platform/form.ts';
import {
  apart,
  formatBytes,
  formatDateTime,
  formatLongDate,
  formatNumber,
} from '../../../platform/formats.ts';
import { routeQuery, useRefresh } from '../../../platform/query-client.ts';
import { useLooksOn } from '../../../platform/session.store.ts';
import { Amount } from '../../../ui/amount.tsx';
import { CommandButton } from '../../../ui/command-button.tsx';
import { DayInput } from '../../../ui/day-input.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { Form } from '../../../ui/form.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { schemeKey } from '../../../ui/scheme-mark.tsx';
import { MissingState } from '../../../ui/states.tsx';
import { TermHelp } from '../../../ui/term-help.tsx';
import { LineNumbers } from '../lines/entry-nearest.tsx';
import classes from './chargeback.module.css';
import { changedByWork } from './exceptions.queries.ts';
import { refusalOf } from './exceptions.words.ts';

const changes = [...changedByWork, getChargeback];

/** What is done about a chargeback: the bank's deadline, the answer, evidence, and what the bank gave back. */
export default function ExceptionChargeback({ detail }: { detail: ExceptionDetail }) {
  const { t } = useTranslation('exceptions');
  const query = useQuery(routeQuery(getChargeback, { params: { id: detail.id } }, { live: ['FIL'] }));
  return (
    <section className={classes['chargeback']} aria-label={t('exceptions:chargeback.title')}>
      <h2 className={classes['subtitle']}>
        {t('exceptions:chargeback.title')}
        <TermHelp term="chargeback" name={t('exceptions:chargeback.title')} />
      </h2>
      <Loaded of={query} rows={3} missing={<MissingState title={t('exceptions:missing')} />}>
        {(chargeback) => (
          <>
            <Deadline chargeback={chargeback} />
            {chargeback.stage === 'LOST' && detail.state === 'OPEN' && (
              <p className={classes['said']}>{t('exceptions:chargeback.lostOpen')}</p>
            )}
            <Returns chargeback={chargeback} />
            {detail.state !== 'WITHDRAWN' && <Standing id={detail.id} chargeback={chargeback} />}
            <Evidence
              id={detail.id}
              chargeback={chargeback}
              mayAdd={detail.state !== 'WITHDRAWN' && chargeback.evidence.length < evidenceLimits.filesMax}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}

/**
 * The date of the bank's notice with who copied it, else the day that is reckoned and of what, or that none is known; once that is past,
 * when it was answered, and until when the bank wanted it.
 */
function Deadline({ chargeback: { deadline, reckoned, stage, answeredOn } }: { chargeback: Chargeback }) {
  const { t } = useTranslation(['exceptions', 'transactions']);
  if (stage !== 'RECEIVED')
    return (
      <p className={classes['said']}>
        {answeredOn !== null && (
          <strong>{t('exceptions:chargeback.answered', { day: formatLongDate(answeredOn) })}</strong>
        )}{' '}
        {deadline && (
          <span className={classes['hint']}>
            {t('exceptions:chargeback.deadlineWas', { day: formatLongDate(deadline.day) })}
          </span>
        )}
      </p>
    );
  if (!deadline && reckoned)
    return (
      <p className={classes['said']}>
        <strong>{t('exceptions:chargeback.reckoned', { day: formatLongDate(reckoned.day) })}</strong>{' '}
        <span className={classes['hint']}>
          {t(`exceptions:chargeback.reckonedBy.${reckoned.kind}`, {
            count: reckoned.days,
            since: formatLongDate(reckoned.since),
            card: reckoned.scheme === null ? '' : t(schemeKey(reckoned.scheme)),
          })}
        </span>
      </p>
    );
  if (!deadline) return <p className={classes['hint']}>{t('exceptions:chargeback.noDeadline')}</p>;
  return (
    <p className={classes['said']}>
      <strong>{t('exceptions:chargeback.deadlineOf', { day: formatLongDate(deadline.day) })}</strong>{' '}
      <span className={classes['hint']}>
        {t('exceptions:chargeback.deadlineBy', { name: deadline.byName, when: formatDateTime(deadline.at) })}
      </span>
    </p>
  );
}

function Returns({ chargeback: { returns, isSettled } }: { chargeback: Chargeback }) {
  const { t } = useTranslation('exceptions');
  if (returns.length === 0) return null;
  return (
    <div className={classes['said']}>
      <strong>{t('exceptions:chargeback.returned')}</strong>
      <ul className={classes['rows']}>
        {returns.map((each) => (
          <li key={each.exceptionId}>
            <bdi>{each.fileName}</bdi> <LineNumbers lines={[each.line]} />
            <Amount amountMinor={each.amountMinor} signed currency={each.currency} />
          </li>
        ))}
      </ul>
      {isSettled && <p className={classes['hint']}>{t('exceptions:chargeback.settled')}</p>}
    </div>
  );
}

function Standing({ id, chargeback }: { id: string; chargeback: Chargeback }) {
  const { t } = useTranslation('exceptions');
  const form = useForm({
    start: {
      stage: chargeback.stage as string,
      answeredOn: chargeback.answeredOn,
      deadlineDay: chargeback.deadline?.day ?? null,
      note: '',
    },
    check: ({ stage, answeredOn }) => ({
      answeredOn: stage === 'ANSWERED' && answeredOn === null && t('exceptions:refused.answerDay'),
    }),
    send: ({ stage, ...body }) =>
      call(changeChargeback, { params: { id }, body: { ...body, stage: stage as ChargebackStage } }),
    changes,
    refusal: (error) => refusalOf(error, t),
  });
  const { values } = form;
  return (
    <Form quiet form={form} submitLabel={t('exceptions:chargeback.save')}>
      <NativeSelect
        label={t('exceptions:chargeback.stageLabel')}
        data={chargebackStages.map((stage) => ({
          value: stage,
          label: t(`exceptions:chargeback.stage.${stage}`),
        }))}
        {...form.field('stage')}
      />
      <DayInput
        label={t('exceptions:chargeback.deadline')}
        description={t('exceptions:chargeback.deadlineHelp')}
        value={values.deadlineDay}
        onChange={(deadlineDay) => form.change({ deadlineDay })}
      />
      <DayInput
        label={t('exceptions:chargeback.answeredOn')}
        value={values.answeredOn}
        onChange={(answeredOn) => form.change({ answeredOn })}
        error={form.problems['answeredOn'] || undefined}
      />
      <TextInput label={t('exceptions:chargeback.note')} {...form.field('note')} />
    </Form>
  );
}

interface EvidenceProps {
  id: string;
  chargeback: Chargeback;
  mayAdd: boolean;
}

const problems = ['documentInvalid', 'documentTooLarge', 'documentInfected', 'documentUnchecked'] as const;

/** What a text may name of the limits. */
const limits = { size: formatBytes(evidenceLimits.bytesMax), most: formatNumber(evidenceLimits.filesMax) };

/** Why a file was not kept. */
function problemOf(error: unknown, t: TFunction): string {
  const known = isApiError(error) && problems.find((each) => each === error.details['documents']);
  if (known) return t(`exceptions:chargeback.${known}`, limits);
  return refusalOf(error, t) ?? failureText(error, t);
}

/** Files attached so far, each as a download, and the place to add one. */
function Evidence({ id, chargeback: { evidence }, mayAdd }: EvidenceProps) {
  const { t } = useTranslation(['exceptions', 'common']);
  const refresh = useRefresh(changes);
  const looksOn = useLooksOn();
  const [sending, setSending] = useState<{ name: string; sentBytes: number; totalBytes: number }>();
  const [error, setError] = useState<string>();
  const take = useCommand((evidenceId: string) => download(getEvidence, { params: { id: evidenceId } }), {});
  const add = async (file: File): Promise<void> => {
    if (file.size > evidenceLimits.bytesMax)
      return setError(t('exceptions:chargeback.documentTooLarge', limits));
    setError(undefined);
    setSending({ name: file.name, sentBytes: 0, totalBytes: file.size });
    const onProgress = (progress: { sentBytes: number; totalBytes: number }) =>
      setSending({ name: file.name, ...progress });
    try {
      await upload(addEvidence, { params: { id }, query: { fileName: file.name } }, file, { onProgress });
      await refresh();
    } catch (cause) {
      setError(problemOf(cause, t));
    } finally {
      setSending(undefined);
    }
  };
  return (
    <div className={classes['evidence']}>
      <h3 className={classes['subtitle']}>{t('exceptions:chargeback.evidence')}</h3>
      <ul className={classes['rows']}>
        {evidence.map((each) => (
          <li key={each.id}>
            <span>
              <bdi>{each.fileName}</bdi>{' '}
              <span className={classes['hint']}>
                {formatBytes(each.sizeBytes)}
                {apart}
                <bdi>{each.byName}</bdi>
                {apart}
                {formatDateTime(each.at)}
              </span>
            </span>
            <CommandButton
              command={take}
              args={each.id}
              variant="subtle"
              leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
              name={t('exceptions:chargeback.downloadOf', { name: each.fileName })}
            >
              {t('exceptions:chargeback.download')}
            </CommandButton>
          </li>
        ))}
      </ul>
      {mayAdd && (
        <FileDrop
          held={looksOn}
          label={t('exceptions:chargeback.drop')}
          help={t('exceptions:chargeback.dropHelp', limits)}
          accept={evidenceEndings}
          onFiles={([file]) => (file ? void add(file) : setError(t('exceptions:chargeback.documentInvalid')))}
          error={error}
          progress={sending}
        />
      )}
    </div>
  );
}
