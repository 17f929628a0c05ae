import { ActionIcon, Button } from '@mantine/core';
import { addDays } from '@mizan/contract/business-day.ts';
import { paths } from '@mizan/contract/paths.ts';
import type { Proof } from '@mizan/contract/proof.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../platform/title.ts';
import { FilterMenu } from '../../ui/filter-menu.tsx';
import { FilterSegments } from '../../ui/filter-segments.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { EmptyState } from '../../ui/states.tsx';
import own from './more.module.css';
import classes from './proof.module.css';
import { useProof } from './proof.queries.ts';
import { askedOf, type ProofAddress, type ProofSearch, useProofSearch } from './proof.search.ts';
import { daysText, headline, inLanguage, mostlyText, notesOf } from './proof.words.ts';
import { ProofExport } from './proof-export.tsx';
import { OpenGap } from './proof-open.tsx';
import { ProofPhone } from './proof-phone.tsx';
import { OpenSum } from './proof-sum.tsx';
import { ProofTable } from './proof-table.tsx';

/** What terminals counted, what was approved, what banks' files say and what arrived: level by level. */
export function ProofPage() {
  const { t } = useTranslation(['proof', 'units']);
  useTitle(t('proof:title'), 'screen');
  const address = useProofSearch();
  const query = useProof(askedOf(address.state));
  const { data } = query;
  return (
    <Page
      title={data ? daysText(data) : t('proof:title')}
      actions={data && <Around proof={data} address={address} />}
      filters={<Filters proof={data} address={address} />}
    >
      <Loaded of={query} rows={10}>
        {(proof) => <Shown proof={proof} address={address} />}
      </Loaded>
    </Page>
  );
}

function Shown({ proof, address }: { proof: Proof; address: ProofAddress }) {
  const { t } = useTranslation(['proof', 'units']);
  const onPhone = useIsPhone();
  if (proof.rows.length === 0) {
    return <EmptyState title={t('proof:empty.title')} help={t('proof:empty.help')} />;
  }
  const notes = notesOf(proof, t);
  const { mostly } = proof;
  const atMost = mostlyText(proof, t);
  return (
    <>
      <h2 className={classes['says']}>{headline(proof, t)}</h2>
      {(atMost !== null || notes.length > 0) && (
        <ul className={classes['notes']}>
          {mostly && (
            <li>
              <Link
                className={classes['way'] ?? ''}
                to={paths.proof}
                search={
                  { ...address.state, ...closed, row: mostly.key, level: 'lines', cause: 'MISSING' } as never
                }
              >
                {atMost}
              </Link>
            </li>
          )}
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {onPhone ? (
        <ProofPhone proof={proof} address={address} />
      ) : (
        <ProofTable proof={proof} address={address} />
      )}
      <OpenGap proof={proof} address={address} />
      <OpenSum proof={proof} address={address} />
    </>
  );
}

const closed = {
  row: undefined,
  level: undefined,
  cause: undefined,
  sum: undefined,
  unfold: undefined,
} as const;
const monthBeside = (month: string, step: 1 | -1): string => addDays(`${month}-15`, step * 30).slice(0, 7);

/** The way back, and the days before and after. */
function Around({ proof, address: { state, change } }: { proof: Proof; address: ProofAddress }) {
  const { t } = useTranslation('proof');
  const isMonth = state.month !== undefined;
  const go = (step: 1 | -1): void =>
    change({
      ...closed,
      ...(isMonth
        ? { month: monthBeside(proof.from.slice(0, 7), step), day: undefined }
        : { day: addDays(proof.from, step), month: undefined }),
    });
  const button = (step: 1 | -1) => {
    const Icon = step < 0 ? IconChevronLeft : IconChevronRight;
    return (
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t(`proof:days.${step < 0 ? 'before' : 'after'}.${isMonth ? 'month' : 'day'}`)}
        onClick={() => go(step)}
      >
        <Icon size={18} stroke={1.6} className="mz-mirror" />
      </ActionIcon>
    );
  };
  return (
    <div className={classes['around']}>
      <Link to={paths.reconciliation} className={classes['way'] ?? ''}>
        {t('proof:back')}
      </Link>
      <Button
        variant="default"
        component={Link}
        to={paths.settlement}
        search={{ month: proof.from.slice(0, 7) } as never}
      >
        {t('proof:days.calendar')}
      </Button>
      <ProofExport asked={askedOf(state)} />
      <span className={own['pair']}>
        {button(-1)}
        {button(1)}
      </span>
    </div>
  );
}

/** What the rows are; behind one chip where there is no room for all of it. */
function ByFilter({
  by,
  onChange,
}: {
  by: ProofSearch['by'];
  onChange: (by: ProofSearch['by'] | undefined) => void;
}) {
  const { t } = useTranslation('proof');
  const onPhone = useIsPhone();
  const options = (['bank', 'terminal'] as const).map((value) => [value, t(`proof:by.${value}`)] as const);
  return onPhone ? (
    <FilterMenu
      label={t('proof:by.label')}
      options={options.map(([value, text]) => ({ value, text, label: text }))}
      selected={by === undefined ? [] : [by]}
      onChange={(selected) => onChange(selected.at(-1) as ProofSearch['by'])}
    />
  ) : (
    <FilterSegments
      label={t('proof:by.label')}
      allLabel={t('proof:by.branch')}
      options={options}
      value={by}
      onChange={onChange}
    />
  );
}

/** Days, what the rows are, and what of the merchant is asked for. */
function Filters({ proof, address: { state, change } }: { proof: Proof | undefined; address: ProofAddress }) {
  const { t } = useTranslation(['proof', 'units']);
  const narrow = (part: Partial<ProofSearch>): void => change({ ...closed, ...part });
  const option = (id: string, text: string) => ({ value: id, text, label: <bdi>{text}</bdi> });
  const last = (selected: string[]): string | undefined => selected.at(-1);
  return (
    <>
      <FilterSegments
        label={t('proof:days.label')}
        allLabel={t('proof:days.day')}
        options={[['month', t('proof:days.month')]]}
        value={state.month === undefined ? undefined : 'month'}
        onChange={(value) =>
          narrow(
            value === 'month'
              ? { month: proof?.from.slice(0, 7), day: undefined }
              : { month: undefined, day: undefined },
          )
        }
      />
      <ByFilter by={state.by} onChange={(by) => narrow({ by })} />
      {proof && (proof.branches.length > 1 || state.branch !== undefined) && (
        <FilterMenu
          label={t('proof:filter.branch')}
          options={proof.branches.map((each) => option(each.id, inLanguage(each)))}
          selected={state.branch === undefined ? [] : [state.branch]}
          onChange={(selected) => narrow({ branch: last(selected) })}
        />
      )}
      {proof && (proof.banks.length > 1 || state.bank !== undefined) && (
        <FilterMenu
          label={t('proof:filter.bank')}
          options={proof.banks.map((each) =>
            option(each.id, each.id === unknownBank ? t('proof:row.noBank') : inLanguage(each)),
          )}
          selected={state.bank === undefined ? [] : [state.bank]}
          onChange={(selected) => narrow({ bank: last(selected) })}
        />
      )}
      {proof && proof.otherCurrencies.length > 0 && (
        <FilterSegments
          label={t('proof:filter.currency')}
          allLabel={t(`units:currency.${proof.currency}`)}
          options={proof.otherCurrencies.map((each) => [each, t(`units:currency.${each}`)])}
          value={undefined}
          onChange={(currency) => narrow({ currency })}
        />
      )}
    </>
  );
}
