import { NativeSelect, Textarea } from '@mantine/core';
import {
  assignException,
  commentException,
  type ExceptionDetail,
  type ExceptionStep,
  exceptionCan,
} from '@mizan/contract/exceptions.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api-client.ts';
import { useCommand } from '../../../platform/command.ts';
import { useForm } from '../../../platform/form.ts';
import { formatDateTime } from '../../../platform/formats.ts';
import { runAndSay } from '../../../ui/command-button.tsx';
import { Form } from '../../../ui/form.tsx';
import { ExceptionAcceptance } from './exception-acceptance.tsx';
import classes from './exceptions.module.css';
import { changedByWork } from './exceptions.queries.ts';
import { refusalOf } from './exceptions.words.ts';

/** Beside an exception: in whose hands it is, whether it is accepted, and what people said and did. */
export function ExceptionSide({ detail }: { detail: ExceptionDetail }) {
  const { t } = useTranslation('exceptions');
  return (
    <aside className={classes['side']} aria-label={t('exceptions:sideTitle')}>
      {exceptionCan.assign(detail.state) && <Assignee detail={detail} />}
      <ExceptionAcceptance detail={detail} />
      <Comments detail={detail} />
      <History detail={detail} />
    </aside>
  );
}

function Assignee({ detail }: { detail: ExceptionDetail }) {
  const { t } = useTranslation('exceptions');
  const assign = useCommand(assignException, {
    changes: changedByWork,
    refusal: (error) => refusalOf(error, t),
  });
  return (
    <section className={classes['part']}>
      <NativeSelect
        label={t('exceptions:assignedTo')}
        value={detail.assignee?.id ?? ''}
        disabled={assign.isWorking || assign.isRefused}
        data={[
          { value: '', label: t('exceptions:nobody') },
          ...detail.people.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) =>
          void runAndSay(assign, {
            params: { id: detail.id },
            body: { personId: event.currentTarget.value || null },
          })
        }
      />
    </section>
  );
}

const isComment = ({ kind }: ExceptionStep): boolean => kind === 'COMMENT';

function Comments({ detail }: { detail: ExceptionDetail }) {
  const { t } = useTranslation('exceptions');
  const form = useForm({
    start: { note: '' },
    check: ({ note }) => ({ note: note.trim() === '' && t('exceptions:comment.required') }),
    send: ({ note }) => call(commentException, { params: { id: detail.id }, body: { note } }),
    changes: changedByWork,
    empties: true,
    refusal: (error) => refusalOf(error, t),
  });
  return (
    <section className={classes['part']}>
      <h2 className={classes['subtitle']}>{t('exceptions:comment.title')}</h2>
      <ul className={classes['comments']}>
        {detail.steps
          .filter(isComment)
          .toReversed()
          .map((step) => (
            <li key={step.id}>
              <span>
                <strong>
                  <bdi>{step.byName}</bdi>
                </strong>{' '}
                <span className={classes['hint']}>{formatDateTime(step.at)}</span>
              </span>
              <bdi>{step.note}</bdi>
            </li>
          ))}
      </ul>
      {exceptionCan.comment(detail.state) && (
        <Form quiet form={form} submitLabel={t('exceptions:comment.action')}>
          <Textarea label={t('exceptions:comment.label')} autosize minRows={2} {...form.field('note')} />
        </Form>
      )}
    </section>
  );
}

/** No person settled it: a line of another file did. */
const isSetRight = ({ kind, byName }: ExceptionStep): boolean => kind === 'SETTLED' && byName === '';

/** The key of what a step says. */
const historyKey = (step: ExceptionStep): string =>
  isSetRight(step) ? 'SET_RIGHT' : step.stage === null ? step.kind : 'STANDS';

/** What became of it, the oldest first: named, worked on, gone. */
function History({ detail }: { detail: ExceptionDetail }) {
  const { t } = useTranslation('exceptions');
  const steps = detail.steps.filter((step) => !isComment(step)).toReversed();
  return (
    <section className={classes['part']}>
      <h2 className={classes['subtitle']}>{t('exceptions:history.title')}</h2>
      <ol className={classes['history']}>
        <li>
          <span className={classes['hint']}>{formatDateTime(detail.openedAt)}</span>
          <span>{t('exceptions:history.opened')}</span>
        </li>
        {steps.map((step) => (
          <li key={step.id}>
            <span className={classes['hint']}>{formatDateTime(step.at)}</span>
            <span>
              {t(`exceptions:history.${historyKey(step)}`, {
                by: step.byName,
                stage: step.stage === null ? '' : t(`exceptions:chargeback.stage.${step.stage}`),
                other: step.otherName ?? t('exceptions:nobody'),
              })}
              {step.note !== '' && (
                <>
                  {' '}
                  <bdi className={classes['hint']}>{step.note}</bdi>
                </>
              )}
            </span>
          </li>
        ))}
        {detail.goneAt !== null && (
          <li>
            <span className={classes['hint']}>{formatDateTime(detail.goneAt)}</span>
            <span>{t(`exceptions:history.gone.${detail.state}`, { defaultValue: '' })}</span>
          </li>
        )}
      </ol>
    </section>
  );
}
