import { Select, TextInput } from '@mantine/core';
import { type ExceptionDetail, exceptionLimits, type NearRecord } from '@mizan/contract/exceptions.ts';
import { findOpenLines } from '@mizan/contract/hand-matches.ts';
import { latinDigits, parseAmount } from '@mizan/contract/money.ts';
import { bankFileCan } from '@mizan/contract/reconciliation.ts';
import { signedMinor } from '@mizan/contract/transaction-types.ts';
import { getTransaction } from '@mizan/contract/transactions.ts';
import { IconSearch } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api-client.ts';
import { useForm } from '../../../platform/form.ts';
import { riyadhDay } from '../../../platform/formats.ts';
import { AmountInput, amountProblemKeys } from '../../../ui/amount-input.tsx';
import { Form } from '../../../ui/form.tsx';
import { useFilesNamed } from '../bank-file/reconciliation.queries.ts';
import classes from './exceptions.module.css';

/** What the engine found near is not all that may be joined: payments by their number, lines by file, row and amount. */
type OnFound = (found: readonly NearRecord[]) => void;

/** A payment by its number, where the nearest are not the one: its values stand as they are, nothing is compared. */
export function FindPayment({ onFound }: { onFound: OnFound }) {
  const { t } = useTranslation('exceptions');
  const form = useForm({
    start: { number: '' },
    check: ({ number }) => ({
      number: !/^#?[1-9]\d{0,17}$/.test(number.trim()) && t('exceptions:find.wrong'),
    }),
    send: ({ number }) => call(getTransaction, { params: { id: number.trim().replace('#', '') } }),
    onSent: (found) =>
      onFound([
        {
          transactionId: found.id,
          bankFileId: null,
          line: null,
          tid: found.tid,
          rrn: found.rrn,
          authCode: found.approvalCode,
          lastFour: found.lastFour,
          day: riyadhDay(found.createdAt),
          currency: found.currency,
          amountMinor: signedMinor(found),
          fileName: null,
          agrees: [],
          differs: [],
          isFree: true,
          takenBy: null,
        },
      ]),
    refusal: () => ({ number: t('exceptions:find.none') }),
    empties: true,
  });
  return (
    <Form quiet form={form} submitLabel={t('exceptions:find.action')} shape="row">
      <TextInput
        label={t('exceptions:find.label')}
        inputMode="numeric"
        dir="ltr"
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden="true" />}
        {...form.field('number')}
      />
    </Form>
  );
}

/** Nothing that may be joined has the row and the amount. */
class NothingFound extends Error {}

/** The name of a file as the list of files is searched by it. */
const namedCharsMax = 80;

/** Lines of a judged file by row or amount, also those that nothing brings near the payment. */
export function FindLine({ detail, onFound }: { detail: ExceptionDetail; onFound: OnFound }) {
  const { t } = useTranslation(['exceptions', 'common']);
  // It stays for the next line: parts of a payment mostly stand in one file.
  const [file, setFile] = useState<FileChoice>({ value: detail.bankFileId, label: detail.fileName });
  const [hasMore, setHasMore] = useState(false);
  const form = useForm({
    start: { line: '', amount: '' },
    check: ({ line, amount }) => ({
      line:
        line.trim() === ''
          ? amount.trim() === '' && t('exceptions:findLine.rowOrAmount')
          : rowOf(line) === undefined && t('exceptions:findLine.wrong'),
      amount: amount.trim() !== '' && amountProblem(amount, t),
    }),
    send: async ({ line, amount }) => {
      const parsed = parseAmount(amount);
      const query = {
        line: rowOf(line),
        // With the sign of the payment: what is given back stands as less on either side.
        amountMinor: parsed.ok ? Math.sign(detail.own.amountMinor ?? 1) * parsed.amountMinor : undefined,
      };
      const found = await call(findOpenLines, { params: { id: file.value }, query });
      if (found.rows.length === 0) throw new NothingFound();
      return found;
    },
    onSent: (found) => {
      setHasMore(found.hasMore);
      onFound(found.rows);
    },
    refusal: (error) => (error instanceof NothingFound ? { line: t('exceptions:findLine.none') } : undefined),
    empties: true,
  });
  return (
    <div className={classes['findLine']}>
      <Form quiet form={form} submitLabel={t('exceptions:find.action')} shape="row">
        <FileField chosen={file} onChoose={setFile} />
        <TextInput
          className={classes['findRow'] ?? ''}
          label={t('exceptions:findLine.row')}
          inputMode="numeric"
          dir="ltr"
          {...form.field('line')}
        />
        <AmountInput
          className={classes['findAmount'] ?? ''}
          label={t('exceptions:findLine.amount')}
          {...form.field('amount')}
        />
      </Form>
      {hasMore && (
        <p className={classes['hint']} role="status">
          {t('exceptions:findLine.more', { count: exceptionLimits.foundMax })}
        </p>
      )}
    </div>
  );
}

/** The number of a row in any digits; undefined where it is none. */
function rowOf(text: string): number | undefined {
  const plain = latinDigits(text.trim());
  return /^[1-9]\d{0,8}$/.test(plain) ? Number(plain) : undefined;
}

function amountProblem(text: string, t: TFunction): string | false {
  const parsed = parseAmount(text);
  return parsed.ok ? false : t(amountProblemKeys[parsed.problem]);
}

interface FileChoice {
  value: string;
  label: string;
}

/** A judged file: the newest, or those whose names have what is typed. */
function FileField({ chosen, onChoose }: { chosen: FileChoice; onChoose: (file: FileChoice) => void }) {
  const { t } = useTranslation('exceptions');
  const [typed, setTyped] = useState(chosen.label);
  const search = useDeferredValue(typed === chosen.label ? '' : typed.trim().slice(0, namedCharsMax));
  const files = (useFilesNamed(search).data?.rows ?? [])
    .filter(({ id, state }) => bankFileCan.answer(state) && id !== chosen.value)
    .map(({ id, fileName }) => ({ value: id, label: fileName }));
  return (
    <Select
      label={t('exceptions:findLine.file')}
      classNames={{ input: classes['fileChoice'] ?? '', option: classes['fileChoice'] ?? '' }}
      searchable
      allowDeselect={false}
      data={[...(search === '' ? [chosen] : []), ...files]}
      value={chosen.value}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('exceptions:findLine.noFiles')}
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden="true" />}
      onChange={(id) => {
        const found = files.find(({ value }) => value === id);
        if (found) onChoose(found);
      }}
    />
  );
}
