import { NativeSelect, Textarea } from '@mantine/core';
import { getAskedOfMe } from '@mizan/contract/asked-of-me.ts';
import { type ExceptionLimit, getExceptionLimit } from '@mizan/contract/exception-limit.ts';
import { type ExceptionRow, exceptionLimits } from '@mizan/contract/exceptions.ts';
import {
  type ActTogether,
  needsSecondPerson,
  type TogetherAct,
  type TogetherAnswer,
  workTogether,
} from '@mizan/contract/exceptions-together.ts';
import { IconUserCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api-client.ts';
import { attempts } from '../../../platform/command.ts';
import { useForm } from '../../../platform/form.ts';
import { formatAmount } from '../../../platform/formats.ts';
import { routeQuery } from '../../../platform/query-client.ts';
import { Amount } from '../../../ui/amount.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { AcceptedAlone } from './accepted-alone.tsx';
import { type Chosen, sumsOf, thoseFor } from './chosen-exceptions.ts';
import { changedByWork } from './exceptions.queries.ts';
import { refusalOf } from './exceptions.words.ts';
import classes from './together.module.css';

interface TogetherDialogProps {
  act: TogetherAct;
  chosen: Chosen;
  people: readonly { id: string; name: string }[];
  onClose: () => void;
  onDone: (answer: TogetherAnswer) => void;
}

interface Values {
  note: string;
  /** Empty for nobody. */
  personId: string;
}

const actOf = (act: TogetherAct, { note, personId }: Values, isAbove: boolean): ActTogether => {
  if (act === 'ASSIGN') return { act, personId: personId || null };
  if (act === 'ACCEPT') return { act, note, askPersonId: isAbove ? personId || null : null };
  return { act, note };
};

interface Asked {
  rows: ExceptionRow[];
  limit: ExceptionLimit | undefined;
  /** Whether a second person must approve, and who may. */
  isAbove: boolean;
  others: readonly { id: string; name: string }[];
  /** What the answer hangs on is not read yet. */
  isPending: boolean;
}

/** What the act is about, and whether the limit of one person allows it: by the function that the portal decides with. */
function useAsked({ act, chosen, people }: TogetherDialogProps): Asked {
  const limit = useQuery(routeQuery(getExceptionLimit, {}, { live: ['SET', 'FIL'] })).data;
  const ownId = useQuery(routeQuery(getAskedOfMe, {})).data?.ownId;
  const rows = thoseFor(act, chosen);
  return {
    rows,
    limit,
    isAbove:
      act === 'ACCEPT' && limit !== undefined && needsSecondPerson(rows, limit.limitMinor, limit.aloneMinor),
    others: people.filter(({ id }) => id !== ownId),
    isPending: act === 'ACCEPT' && (limit === undefined || ownId === undefined),
  };
}

function useTogetherForm({ act, onDone }: TogetherDialogProps, { rows, isAbove }: Asked) {
  const { t } = useTranslation('exceptions');
  const attempt = useRef(attempts());
  return useForm({
    start: { note: '', personId: '' },
    check: ({ note, personId }) => ({
      note: act === 'ACCEPT' && note.trim() === '' && t('exceptions:accept.required'),
      personId: isAbove && personId === '' && t('exceptions:refused.secondNeeded'),
    }),
    send: async (values: Values) => {
      const seen = rows.map(({ id, outcome, differenceMinor }) => ({ id, outcome, differenceMinor }));
      const body = { requestId: '', act: actOf(act, values, isAbove), rows: seen };
      try {
        const answer = await call(workTogether, attempt.current.with(workTogether, { body }));
        attempt.current.answered(null);
        return answer;
      } catch (error) {
        attempt.current.answered(error);
        throw error;
      }
    },
    changes: changedByWork,
    refusal: (error) => refusalOf(error, t),
    onSent: onDone,
  });
}

/** Says with how many and what they come to before anything is done, and asks for what it needs: a note, a person. */
export function TogetherDialog(props: TogetherDialogProps) {
  const { act, chosen, people, onClose } = props;
  const { t } = useTranslation('exceptions');
  const asked = useAsked(props);
  const form = useTogetherForm(props, asked);
  const { rows, isAbove, others } = asked;
  const isAlone = isAbove && others.length === 0;
  const count = rows.length;
  return (
    <FormDialog
      form={form}
      title={t(`exceptions:together.ask.${act}`, { count })}
      submitLabel={t(isAbove ? 'exceptions:accept.send' : `exceptions:together.${act}`, { count })}
      held={isAlone || asked.isPending}
      onClose={onClose}
    >
      <About act={act} asked={asked} leftOut={chosen.size - count} />
      {isAlone && <p className={classes['warn']}>{t('exceptions:refused.noSecondPerson')}</p>}
      {act !== 'ASSIGN' && (
        <Textarea
          label={t(`exceptions:together.note.${act}`)}
          maxLength={exceptionLimits.noteMax}
          autosize
          minRows={2}
          data-autofocus
          {...form.field('note')}
        />
      )}
      {(act === 'ASSIGN' || (isAbove && !isAlone)) && (
        <NativeSelect
          label={t(act === 'ASSIGN' ? 'exceptions:assignedTo' : 'exceptions:accept.second')}
          data={[
            { value: '', label: t(act === 'ASSIGN' ? 'exceptions:nobody' : 'exceptions:together.choose') },
            ...(act === 'ASSIGN' ? people : others).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...form.field('personId')}
        />
      )}
    </FormDialog>
  );
}

/** What they come to by currency, which of those that were chosen are left out, and what the limit says. */
function About({ act, asked, leftOut }: { act: TogetherAct; asked: Asked; leftOut: number }) {
  const { t } = useTranslation('exceptions');
  const { rows, limit, isAbove } = asked;
  return (
    <>
      <p className={classes['sums']}>
        {sumsOf(rows).map(({ currency, differenceMinor }) => (
          <strong key={currency}>
            <Amount amountMinor={differenceMinor} signed currency={currency} />
          </strong>
        ))}
      </p>
      {leftOut > 0 && (
        <p className={classes['hint']}>{t('exceptions:together.leftOut', { count: leftOut })}</p>
      )}
      {act === 'ACCEPT' && limit !== undefined && (
        <p className={classes['limit']}>
          <IconUserCheck size={16} stroke={1.6} aria-hidden="true" />
          <span>
            {t(`exceptions:together.${isAbove ? 'above' : 'within'}`, {
              limit: formatAmount(limit.limitMinor),
            })}{' '}
            {limit.aloneMinor > 0 && <AcceptedAlone aloneMinor={limit.aloneMinor} />}
          </span>
        </p>
      )}
    </>
  );
}
