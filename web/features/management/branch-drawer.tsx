import { Autocomplete, Select, TextInput } from '@mantine/core';
import {
  addBranch,
  type BranchBody,
  type BranchRow,
  branchLimits,
  changeBranch,
  setBranchesStatus,
} from '@mizan/contract/management.ts';
import { useTranslation } from 'react-i18next';
import { call, reasonOf } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { type FormState, useForm } from '../../platform/form.ts';
import { nameIn } from '../../platform/language.ts';
import { placeIn, useOfferedDistricts, useOfferedPlaces } from '../../platform/offered-places.ts';
import { ActivityBadge } from '../../ui/activity-badge.tsx';
import { CommandButton } from '../../ui/command-button.tsx';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Form } from '../../ui/form.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { MissingState } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { MapLink, placeText } from './branches-list.tsx';
import { BranchEffects } from './effects.tsx';
import classes from './management.module.css';
import { changes, useBranch, useBranchEffects } from './management.queries.ts';
import { MoveTerminals } from './move-terminals.tsx';

interface DrawerProps {
  onClose: () => void;
  mayManage: boolean;
}

const nothing: BranchBody = {
  code: '',
  nameEn: '',
  nameAr: '',
  addressEn: '',
  addressAr: '',
  region: '',
  city: '',
  district: '',
  mapUrl: null,
};

export function NewBranch({ onClose, onAdded }: DrawerProps & { onAdded: (id: string) => void }) {
  const { t } = useTranslation('management');
  return (
    <DockedDrawer title={t('management:branch.add')} onClose={onClose}>
      <p className={classes['quiet']}>{t('management:branch.addHelp')}</p>
      <BranchForm start={nothing} send={(body) => call(addBranch, { body })} onSent={onAdded} />
    </DockedDrawer>
  );
}

export function BranchDrawer({ id, onClose, mayManage }: DrawerProps & { id: string }) {
  const { t } = useTranslation(['management', 'errors']);
  const query = useBranch(id);
  const branch = query.data;
  return (
    <DockedDrawer
      title={
        branch ? (
          <>
            <bdi>{nameIn(branch)}</bdi> <ActivityBadge activity={branch.status} />
          </>
        ) : (
          t('management:tabs.branches')
        )
      }
      onClose={onClose}
    >
      <Loaded of={query} rows={8} missing={<MissingState title={t('errors:notFound')} />}>
        {(row) => (mayManage ? <Managed branch={row} /> : <Shown branch={row} />)}
      </Loaded>
    </DockedDrawer>
  );
}

function Shown({ branch }: { branch: BranchRow }) {
  const places = useOfferedPlaces();
  const { t } = useTranslation('management');
  return (
    <Facts
      facts={[
        [t('management:columns.code'), <Identifier key="code">{branch.code}</Identifier>],
        [
          t('management:columns.address'),
          <span key="place">
            {placeText(branch, t, places)} <MapLink branch={branch} t={t} />
          </span>,
        ],
      ]}
    />
  );
}

function Managed({ branch }: { branch: BranchRow }) {
  const { t } = useTranslation(['management', 'common']);
  const { id, code, nameEn, nameAr, place, status } = branch;
  return (
    <>
      <BranchForm
        edits
        start={{ code, nameEn, nameAr, ...place }}
        send={(body, seen) => call(changeBranch, { params: { id }, body: { ...body, seen } })}
        onSent={() => showToast({ tone: 'success', title: t('common:toast.saved') })}
      />
      {status === 'ACTIVE' ? <Closing branch={branch} /> : <Opening branch={branch} />}
    </>
  );
}

const useStatus = (branch: BranchRow, said: 'closed' | 'opened') => {
  const { t } = useTranslation('management');
  return useCommand(setBranchesStatus, {
    changes,
    done: () => t(`management:branch.${said}`, { name: nameIn(branch) }),
  });
};

/** The button comes with what it will stop, and asks nothing more. */
function Closing({ branch }: { branch: BranchRow }) {
  const { t } = useTranslation('management');
  const { id } = branch;
  const command = useStatus(branch, 'closed');
  const effects = useBranchEffects([id]);
  return (
    <section className={classes['stop']}>
      <h3>{t('management:branch.closeTitle', { name: nameIn(branch) })}</h3>
      <BranchEffects ids={[id]} />
      <p>{t('management:branch.closeHelp')}</p>
      <span className={classes['ways']}>
        {effects.isSuccess && (
          <CommandButton command={command} args={{ body: { ids: [id], status: 'INACTIVE' } }} danger>
            {t('management:deactivate')}
          </CommandButton>
        )}
        <MoveTerminals branch={branch} />
      </span>
    </section>
  );
}

function Opening({ branch }: { branch: BranchRow }) {
  const { t } = useTranslation('management');
  const command = useStatus(branch, 'opened');
  return (
    <div className={classes['commands']}>
      <CommandButton
        command={command}
        args={{ body: { ids: [branch.id], status: 'ACTIVE' } }}
        variant="default"
      >
        {t('management:activate')}
      </CommandButton>
    </div>
  );
}

interface BranchFormProps {
  edits?: boolean;
  start: BranchBody;
  send: (body: BranchBody, seen: BranchBody) => Promise<{ id: string }>;
  onSent: (id: string) => void;
}

const codeShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,19}$/;
const mapShape = /^https:\/\/[^\s"'<>]+$/;

function BranchForm({ edits = false, start, send, onSent }: BranchFormProps) {
  const { t } = useTranslation(['management', 'common']);
  const required = (text: string): string | false => text.trim() === '' && t('common:validation.required');
  const form = useForm({
    edits,
    start: { ...start, mapUrl: start.mapUrl ?? '' },
    check: ({ code, nameEn, nameAr, mapUrl }) => ({
      code: !codeShape.test(code.trim()) && t('management:branch.codeWrong'),
      nameEn: required(nameEn),
      nameAr: required(nameAr),
      mapUrl: mapUrl.trim() !== '' && !mapShape.test(mapUrl.trim()) && t('management:branch.mapWrong'),
    }),
    send: ({ mapUrl, ...rest }, seen) =>
      send({ ...rest, mapUrl: mapUrl.trim() || null }, { ...seen, mapUrl: seen.mapUrl || null }),
    changes,
    onSent: ({ id }) => onSent(id),
    refusal: (error) =>
      reasonOf(error) === 'taken' ? { code: t('management:branch.codeTaken') } : undefined,
  });
  return (
    <Form form={form} submitLabel={t('common:actions.save')} shape="foot">
      <TextInput
        label={t('management:branch.nameAr')}
        maxLength={branchLimits.name}
        dir="rtl"
        {...form.field('nameAr')}
      />
      <TextInput
        label={t('management:branch.nameEn')}
        maxLength={branchLimits.name}
        dir="ltr"
        {...form.field('nameEn')}
      />
      <TextInput
        label={t('management:columns.code')}
        description={t('management:branch.codeHelp')}
        maxLength={branchLimits.code}
        dir="ltr"
        {...form.field('code')}
      />
      <PlaceFields form={form} />
    </Form>
  );
}

type Fields = Omit<BranchBody, 'mapUrl'> & { mapUrl: string };

/** Where a branch is, from the region to the street. */
function PlaceFields({ form }: { form: FormState<Fields> }) {
  const { t } = useTranslation('management');
  const { region, city } = form.values;
  const { regions, cities } = useOfferedPlaces();
  const districts = useOfferedDistricts(city);
  const offered = cities.filter((each) => region === '' || each.region === region);
  const isKept = region !== '' && regions.every(({ code }) => code !== region);
  return (
    <>
      <Select
        label={t('management:columns.region')}
        clearable
        searchable
        data={[
          ...regions.map((each) => ({ value: each.code, label: placeIn(each) })),
          ...(isKept ? [{ value: region, label: region }] : []),
        ]}
        {...form.field('region')}
        value={region || null}
        onChange={(value) => form.change({ region: value ?? '', city: '' })}
      />
      <Autocomplete
        label={t('management:branch.city')}
        maxLength={branchLimits.place}
        data={[...new Set(offered.map(placeIn))]}
        {...form.field('city')}
      />
      <Autocomplete
        label={t('management:branch.district')}
        maxLength={branchLimits.place}
        data={[...new Set(districts.map(placeIn))]}
        {...form.field('district')}
      />
      <TextInput
        label={t('management:branch.addressAr')}
        maxLength={branchLimits.address}
        dir="rtl"
        {...form.field('addressAr')}
      />
      <TextInput
        label={t('management:branch.addressEn')}
        maxLength={branchLimits.address}
        dir="ltr"
        {...form.field('addressEn')}
      />
      <TextInput
        label={t('management:branch.map')}
        description={t('management:branch.mapHelp')}
        maxLength={branchLimits.mapUrl}
        dir="ltr"
        {...form.field('mapUrl')}
      />
    </>
  );
}
