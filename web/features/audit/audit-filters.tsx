import { type AuditAction, auditActions, auditSearchMax } from '@mizan/contract/audit.ts';
import { windowDays } from '@mizan/contract/page.ts';
import { useTranslation } from 'react-i18next';
import { factTitle } from '../../platform/facts.words.ts';
import { useToday } from '../../platform/today.ts';
import { DateRangePicker } from '../../ui/date-range-picker.tsx';
import { FilterMenu } from '../../ui/filter-menu.tsx';
import { ListSearch } from '../../ui/list-search.tsx';
import classes from './audit.module.css';
import { useAuditPeople } from './audit.queries.ts';
import type { AuditSearchState } from './audit.search.ts';

const typingMs = 250;

/** What is looked for, days, person and action; person and action take one value each, and a new choice takes the old one's place. */
export default function AuditFilters({ state: { filter, change } }: { state: AuditSearchState }) {
  const { t } = useTranslation('audit');
  const today = useToday();
  const people = useAuditPeople().data?.rows ?? [];
  return (
    <>
      <ListSearch
        className={classes['search']}
        label={t('audit:search')}
        placeholder={t('audit:searchShort')}
        charsMax={auditSearchMax}
        restMs={typingMs}
        value={filter.search ?? ''}
        onChange={(search) => change({ search: search === '' ? undefined : search }, true)}
      />
      <DateRangePicker
        label={t('audit:filters.dates')}
        value={filter.from && filter.to ? { from: filter.from, to: filter.to } : undefined}
        today={today}
        maxDays={windowDays.max}
        onChange={({ from, to }) => change({ from, to })}
        onClear={() => change({ from: undefined, to: undefined })}
      />
      <FilterMenu
        label={t('audit:columns.person')}
        options={people.map(({ id, fullName }) => ({
          value: id,
          text: fullName,
          label: <bdi>{fullName}</bdi>,
        }))}
        selected={filter.personId === undefined ? [] : [filter.personId]}
        onChange={(selected) => change({ personId: selected.at(-1) })}
      />
      <FilterMenu
        label={t('audit:columns.action')}
        options={auditActions.map((action) => {
          const text = factTitle(t, action);
          return { value: action, text, label: text };
        })}
        selected={filter.action === undefined ? [] : [filter.action]}
        onChange={(selected) => change({ action: selected.at(-1) as AuditAction | undefined })}
      />
    </>
  );
}
