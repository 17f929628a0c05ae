import { type Person, type PlaceInTeam, placesInTeam } from '@mizan/contract/people.ts';
import type { TFunction } from 'i18next';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { apart, formatRelative } from '../../platform/formats.ts';
import { nameIn } from '../../platform/language.ts';
import { ActivityBadge } from '../../ui/activity-badge.tsx';
import { columnsOf } from '../../ui/data-table.tsx';
import { FilterMenu } from '../../ui/filter-menu.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Initials } from '../../ui/initials.tsx';
import { ListSearch } from '../../ui/list-search.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { EmptyState } from '../../ui/states.tsx';
import { listClasses } from '../../ui/tab-line.tsx';
import { StatusFilter } from './branches-list.tsx';
import { type Choice, ChooseBox, ChooseHead } from './choosing.tsx';
import classes from './management.module.css';
import { useChoices, usePeople } from './management.queries.ts';
import type { ManagementSearchState } from './management.search.ts';

const column = columnsOf<Person>();
const typingMs = 250;
const charsMax = 80;
const dash = '—';

/** The branch of somebody; everybody else works for all of them. */
export function branchText({ branchId, branchNameEn, branchNameAr }: Person, t: TFunction): string {
  if (branchId === null) return t('management:person.allBranches');
  return nameIn({ nameEn: branchNameEn ?? '', nameAr: branchNameAr ?? '' });
}

export function lastUsedText({ isInvited, lastUsedAt }: Person, t: TFunction): string {
  if (lastUsedAt !== null) return formatRelative(lastUsedAt);
  return isInvited ? t('management:person.invited') : dash;
}

const columnsIn = (t: TFunction, choice: Choice) => {
  const plain = (
    id: string,
    header: string | (() => ReactNode),
    cell: (person: Person) => ReactNode,
    meta?: object,
  ) => column.display({ id, header, cell: ({ row }) => cell(row.original), ...(meta && { meta }) });
  return column.columns([
    ...(choice.isOffered
      ? [
          plain(
            'choose',
            () => <ChooseHead t={t} />,
            (each) => <ChooseBox id={each.id} name={each.fullName} choice={choice} />,
            {
              widthPx: 36,
            },
          ),
        ]
      : []),
    plain('name', t('management:columns.name'), (each) => (
      <span className={classes['person']}>
        <Initials name={each.fullName} quiet={each.status !== 'ACTIVE'} />
        <span className={classes['who']}>
          <strong>
            <bdi>{each.fullName}</bdi>
          </strong>
          <span className={classes['quiet']}>
            <bdi dir="ltr">{each.signInName}</bdi>
          </span>
        </span>
      </span>
    )),
    plain('role', t('management:columns.role'), (each) => t(`management:role.${each.teamRole}`)),
    plain('branch', t('management:columns.branch'), (each) => <bdi>{branchText(each, t)}</bdi>),
    plain('terminal', t('management:columns.terminal'), (each) =>
      each.tid === null ? dash : <Identifier>{each.tid}</Identifier>,
    ),
    plain('lastUsed', t('management:columns.lastUsed'), (each) => lastUsedText(each, t)),
    plain('status', t('management:columns.status'), (each) => <ActivityBadge activity={each.status} />),
  ]);
};

interface TabProps {
  address: ManagementSearchState;
  choice: Choice;
}

export function PeopleList({ address, choice }: TabProps) {
  const { t } = useTranslation(['management', 'branches']);
  const { state, change, go } = address;
  const { search, status, teamRole, branchId } = state;
  const list = usePeople({ search, status, teamRole, branchId });
  const columns = useMemo(() => columnsIn(t, choice), [t, choice]);
  const onPhone = useIsPhone();
  const isFiltered = [search, status, teamRole, branchId].some((each) => each !== undefined);
  const onOpen = (id: string): void => change({ open: id }, state.open !== undefined);
  return (
    <ListTable
      fill
      list={list}
      density="loose"
      onClear={isFiltered && (() => go({ tab: 'people' }))}
      empty={<EmptyState title={t('management:person.none')} help={t('management:person.noneHelp')} />}
      label={t('management:tabs.people')}
      columns={columns}
      rowId={(row) => row.id}
      selectedId={state.open ?? null}
      onOpen={(row) => onOpen(row.id)}
      small={
        onPhone && (
          <div className={listClasses['phone']}>
            <RowList
              label={t('management:tabs.people')}
              onOpen={onOpen}
              rows={list.rows.map((row) => ({
                id: row.id,
                mark: <Initials name={row.fullName} quiet={row.status !== 'ACTIVE'} />,
                title: <bdi>{row.fullName}</bdi>,
                detail: [t(`management:role.${row.teamRole}`), branchText(row, t)].join(apart),
                figure: row.tid !== null && <Identifier>{row.tid}</Identifier>,
                status: <ActivityBadge activity={row.status} />,
              }))}
            />
          </div>
        )
      }
    />
  );
}

export function PeopleFilters({ address }: { address: ManagementSearchState }) {
  const { t } = useTranslation('management');
  const { state, change } = address;
  const branches = useChoices().data?.branches ?? [];
  return (
    <>
      <ListSearch
        className={listClasses['search']}
        label={t('management:person.search')}
        placeholder={t('management:person.searchShort')}
        charsMax={charsMax}
        restMs={typingMs}
        value={state.search ?? ''}
        onChange={(search) => change({ search }, true)}
      />
      <FilterMenu
        label={t('management:columns.role')}
        options={placesInTeam.map((value) => {
          const text = t(`management:role.${value}`);
          return { value, text, label: text };
        })}
        selected={state.teamRole ?? []}
        onChange={(teamRole) => change({ teamRole: teamRole as PlaceInTeam[] })}
      />
      {branches.length > 1 && (
        <FilterMenu
          label={t('management:columns.branch')}
          options={branches.map((each) => {
            const text = nameIn(each);
            return { value: each.id, text, label: <bdi>{text}</bdi> };
          })}
          selected={state.branchId ?? []}
          onChange={(branchId) => change({ branchId })}
        />
      )}
      <StatusFilter address={address} />
    </>
  );
}
