import { Button } from '@mantine/core';
import type { ExportSubject } from '@mizan/contract/exports.ts';
import { addBranch } from '@mizan/contract/management.ts';
import { paths } from '@mizan/contract/paths.ts';
import { IconPlus, IconTableImport } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { useMay, useMayExport } from '../../platform/use-may.ts';
import { DrawerPlace } from '../../ui/drawer-place.tsx';
import { Page } from '../../ui/page.tsx';
import { TabLine } from '../../ui/tab-line.tsx';
import { BranchFilters, BranchList } from './branches-list.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import { useCounts } from './management.queries.ts';
import { type ManagementSearchState, useManagementSearch } from './management.search.ts';
import { PeopleFilters, PeopleList } from './people-list.tsx';

/** Loads with the first thing that opens beside a list. */
const Beside = lazyPart(() => import('./beside.tsx'));

interface ManagementScreenProps {
  /** Takes what is listed away as a file: the matter of another feature. */
  exporter: (subject: ExportSubject) => ReactNode;
}

/** The branches of a merchant and its people. */
export function ManagementScreen({ exporter }: ManagementScreenProps) {
  const { t } = useTranslation(['management', 'shell']);
  const address = useManagementSearch();
  const { state, change } = address;
  const [mayManage, mayExport] = [useMay(addBranch), useMayExport()];
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ofPeople = state.tab === 'people';
  const choice = { chosen, onChoose: setChosen, isOffered: mayManage };
  return (
    <Page
      fill
      named
      title={t('shell:menu.management')}
      actions={
        <>
          {mayExport && exporter(subjectOf(address))}
          {mayManage && (
            <Button
              component={Link}
              to={paths.bulk}
              variant="default"
              leftSection={<IconTableImport size={16} stroke={1.6} aria-hidden="true" />}
            >
              {t('management:bulk')}
            </Button>
          )}
          {mayManage && (
            <Button
              leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
              onClick={() => change({ open: 'new' })}
            >
              {t(ofPeople ? 'management:person.add' : 'management:branch.add')}
            </Button>
          )}
        </>
      }
      filters={
        <Tabs address={address} onLeave={() => setChosen(new Set())}>
          {ofPeople ? <PeopleFilters address={address} /> : <BranchFilters address={address} />}
          {chosen.size > 0 && (
            <ChosenBar
              of={ofPeople ? 'people' : 'branches'}
              ids={[...chosen]}
              exporter={mayExport ? exporter : undefined}
              onClear={() => setChosen(new Set())}
            />
          )}
        </Tabs>
      }
      drawer={
        state.open !== undefined && (
          <Suspense fallback={<DrawerPlace />}>
            <Beside address={address} mayManage={mayManage} />
          </Suspense>
        )
      }
    >
      {ofPeople ? (
        <PeopleList address={address} choice={choice} />
      ) : (
        <BranchList address={address} choice={choice} />
      )}
    </Page>
  );
}

/** What a file of the list would hold. */
function subjectOf({ state }: ManagementSearchState): ExportSubject {
  const { search, status } = state;
  if (state.tab === 'people') {
    const { teamRole, branchId } = state;
    return { kind: 'people', filter: { search, status, teamRole, branchId } };
  }
  return { kind: 'branches', filter: { search, status, region: state.region } };
}

interface TabsProps {
  address: ManagementSearchState;
  onLeave: () => void;
  children: ReactNode;
}

function Tabs({ address, onLeave, children }: TabsProps) {
  const { t } = useTranslation('management');
  const counts = useCounts();
  const shown = (count: number | undefined) => (count === undefined ? undefined : formatNumber(count));
  return (
    <TabLine
      label={t('management:tabs.label')}
      tabs={[
        ['branches', t('management:tabs.branches'), shown(counts?.branches)],
        ['people', t('management:tabs.people'), shown(counts?.people)],
      ]}
      chosen={address.state.tab ?? 'branches'}
      onChange={(tab) => {
        onLeave();
        address.go(tab === 'people' ? { tab } : {});
      }}
    >
      {children}
    </TabLine>
  );
}
