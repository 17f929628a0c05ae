import { NativeSelect, Textarea } from '@mantine/core';
import { limitMinorMax, setExceptionLimit } from '@mizan/contract/exception-limit.ts';
import {
  acceptException,
  canBeAccepted,
  decideAcceptance,
  type ExceptionDetail,
  exceptionCan,
  mayBeMatched,
  reopenException,
} from '@mizan/contract/exceptions.ts';
import { needsSecondPerson } from '@mizan/contract/exceptions-together.ts';
import { parseAmount } from '@mizan/contract/money.ts';
import { IconUserCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api-client.ts';
import { useCommand } from '../../../platform/command.ts';
import { useForm } from '../../../platform/form.ts';
import { amountParts, formatAmount, formatDateTime } from '../../../platform/formats.ts';
import { Amount } from '../../../ui/amount.tsx';
import { AmountInput, amountProblemKeys } from '../../../ui/amount-input.tsx';
import { CommandButton } from '../../../ui/command-button.tsx';
import { Form } from '../../../ui/form.tsx';
import { opensNothing } from '../../../ui/opens-nothing.ts';
import { AcceptedAlone } from './accepted-alone.tsx';
import classes from './exceptions.module.css';
import { changedByWork } from './exceptions.queries.ts';
import { refusalOf } from './exceptions.words.ts';

/** Accepting with a note, by one person or by two; what was said; and the way back. */
export function ExceptionAcceptance({ detail }: { detail: ExceptionDetail }) {
  const { t } = useTranslation('exceptions');
  return (
    <section className={classes['part']}>
      {detail.said && <Said detail={detail} said={detail.said} />}
      {exceptionCan.accept(detail.state) &&
        (canBeAccepted(detail.outcome) ? (
          <Accept detail={detail} />
        ) : (
          <p className={classes['hint']}>{t('exceptions:refused.notAcceptable')}</p>
        ))}
      {exceptionCan.decide(detail.state) && <Decide detail={detail} />}
      {exceptionCan.reopen(detail.state) && <Reopen detail={detail} />}
    </section>
  );
}

/** What was said and by whom; where the figures are others since, that it holds no more. */
function Said({ detail, said }: { detail: ExceptionDetail; said: NonNullable<ExceptionDetail['said']> }) {
  const { t } = useTranslation('exceptions');
  return (
    <div className={classes['said']}>
      <h2 className={classes['subtitle']}>{t(`exceptions:state.${said.kind}`)}</h2>
      <p>
        {t(`exceptions:said.${said.approvedByName === null ? said.kind : 'APPROVED'}`, {
          name: said.askedBy.name,
          other: said.approvedByName ?? said.askedOfName ?? '',
          when: formatDateTime(said.approvedAt ?? said.askedAt),
        })}
      </p>
      <bdi className={classes['note']}>{said.note}</bdi>
      {!said.holds && detail.state === 'OPEN' && (
        <p className={classes['warn']} {...opensNothing('oneRow')}>
          {t('exceptions:said.holdsNot')}{' '}
          <Amount amountMinor={said.differenceMinor} signed currency={said.currency} />
        </p>
      )}
    </div>
  );
}

function Accept({ detail }: { detail: ExceptionDetail }) {
  const { t } = useTranslation('exceptions');
  const others = detail.people.filter(({ id }) => id !== detail.ownId);
  const isAbove = needsSecondPerson([detail], detail.limitMinor, detail.aloneMinor);
  const form = useForm({
    start: { note: detail.proposal ?? '', askPersonId: others[0]?.id ?? '' },
    check: ({ note }) => ({ note: note.trim() === '' && t('exceptions:accept.required') }),
    send: ({ note, askPersonId }) =>
      call(acceptException, {
        params: { id: detail.id },
        body: {
          note,
          outcome: detail.outcome,
          differenceMinor: detail.differenceMinor,
          askPersonId: isAbove ? askPersonId : null,
        },
      }),
    changes: changedByWork,
    refusal: (error) => refusalOf(error, t),
  });
  const limit = formatAmount(detail.limitMinor);
  const isAlone = isAbove && others.length === 0;
  return (
    <>
      <h2 className={classes['subtitle']}>
        {t(`exceptions:accept.${mayBeMatched(detail) ? 'orTitle' : 'title'}`)}
      </h2>
      <Form
        quiet
        form={form}
        submitLabel={t(`exceptions:accept.${isAbove ? 'send' : 'action'}`)}
        held={isAlone}
      >
        {detail.proposal !== null && <p className={classes['hint']}>{t('exceptions:rules.proposed')}</p>}
        <Textarea
          label={t('exceptions:accept.label')}
          placeholder={t('exceptions:accept.placeholder')}
          autosize
          minRows={2}
          {...form.field('note')}
        />
        <p className={classes['limit']} data-asks={isAbove || undefined} {...opensNothing('setting')}>
          <IconUserCheck size={16} stroke={1.6} aria-hidden="true" />
          <span>
            {t(
              `exceptions:accept.${
                detail.currency === 'SAR' ? (isAbove ? 'secondNeeded' : 'alone') : 'otherCurrency'
              }`,
              { limit },
            )}{' '}
            {detail.currency === 'SAR' && detail.aloneMinor > 0 && (
              <AcceptedAlone aloneMinor={detail.aloneMinor} />
            )}
          </span>
        </p>
        {isAlone && <p className={classes['warn']}>{t('exceptions:refused.noSecondPerson')}</p>}
        {isAbove && others.length > 0 && (
          <NativeSelect
            label={t('exceptions:accept.second')}
            data={others.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.field('askPersonId')}
          />
        )}
      </Form>
      {isAlone && detail.currency === 'SAR' && <RaiseLimit limitMinor={detail.limitMinor} />}
    </>
  );
}

/** One user alone stops at the limit; the owner may set another one, with a fresh sign-in. */
function RaiseLimit({ limitMinor }: { limitMinor: number }) {
  const { t } = useTranslation(['exceptions', 'common']);
  const form = useForm({
    edits: true,
    start: { limit: amountParts(limitMinor).figure },
    check: ({ limit }) => {
      const parsed = parseAmount(limit);
      if (!parsed.ok) return { limit: t(amountProblemKeys[parsed.problem]) };
      return { limit: parsed.amountMinor > limitMinorMax && t('common:validation.amountRange') };
    },
    send: ({ limit }) => {
      const parsed = parseAmount(limit);
      return call(setExceptionLimit, { body: { limitMinor: parsed.ok ? parsed.amountMinor : limitMinor } });
    },
    changes: changedByWork,
    refusal: (error) => refusalOf(error, t),
  });
  return (
    <Form quiet form={form} submitLabel={t('exceptions:limit.action')} shape="row">
      <AmountInput label={t('exceptions:limit.label')} {...form.field('limit')} />
    </Form>
  );
}

/** The second person's answer; who asked may take it back. */
function Decide({ detail }: { detail: ExceptionDetail }) {
  const { t } = useTranslation(['exceptions', 'units']);
  const isOwn = detail.said?.askedBy.id === detail.ownId;
  const decide = useCommand(decideAcceptance, {
    changes: changedByWork,
    done: ({ state }) => t(`exceptions:decided.${state === 'ACCEPTED' ? 'APPROVE' : 'REFUSE'}`),
    refusal: (error) => refusalOf(error, t),
  });
  const args = (decision: 'APPROVE' | 'REFUSE') => ({
    params: { id: detail.id },
    body: { decision, note: '', differenceMinor: detail.differenceMinor },
  });
  return (
    <div className={classes['buttons']}>
      {isOwn && <p className={classes['hint']}>{t('exceptions:decide.own')}</p>}
      {!isOwn && (
        <CommandButton
          command={decide}
          args={args('APPROVE')}
          question={{
            title: t('exceptions:decide.title'),
            help: t('exceptions:decide.help', {
              amount: formatAmount(detail.differenceMinor),
              currency: t(`units:currency.${detail.currency}`),
            }),
            confirmLabel: t('exceptions:decide.approve'),
          }}
        >
          {t('exceptions:decide.approve')}
        </CommandButton>
      )}
      <CommandButton command={decide} args={args('REFUSE')} variant="default">
        {t(`exceptions:decide.${isOwn ? 'takeBack' : 'refuse'}`)}
      </CommandButton>
    </div>
  );
}

function Reopen({ detail }: { detail: ExceptionDetail }) {
  const { t } = useTranslation('exceptions');
  const reopen = useCommand(reopenException, {
    changes: changedByWork,
    done: () => t('exceptions:reopened'),
    refusal: (error) => refusalOf(error, t),
  });
  return (
    <CommandButton
      command={reopen}
      args={{ params: { id: detail.id }, body: { note: '' } }}
      variant="default"
    >
      {t('exceptions:reopen')}
    </CommandButton>
  );
}
