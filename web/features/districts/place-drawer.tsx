import { Select, TextInput } from '@mantine/core';
import { changedMeanwhile } from '@mizan/contract/as-seen.ts';
import type { getPlace } from '@mizan/contract/districts.ts';
import {
  addPlace,
  deletePlace,
  type PlaceRow,
  placeNameMax,
  renamePlace,
  setPlaceStatus,
} from '@mizan/contract/districts.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, isApiError, reasonOf } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { useForm } from '../../platform/form.ts';
import { formatNumber } from '../../platform/formats.ts';
import { nameIn } from '../../platform/language.ts';
import { ActivityBadge } from '../../ui/activity-badge.tsx';
import { CommandButton } from '../../ui/command-button.tsx';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Form } from '../../ui/form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { MissingState } from '../../ui/states.tsx';
import { listClasses } from '../../ui/tab-line.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { changes, changesOfList } from './district-changes.ts';
import { usePlace, usePlacesAbove } from './districts.queries.ts';
import type { DistrictsAddress } from './districts.search.ts';
import { PlaceImport } from './place-import.tsx';

interface BesideProps {
  address: DistrictsAddress;
  changesOf: (id: string) => ReactNode;
}

/** A place, the form of a new one, or what reads a file of them. */
export default function Beside({ address: { state, changeIfStill }, changesOf }: BesideProps) {
  const onClose = () => changeIfStill({ open: undefined });
  const { open, kind = 'DISTRICT' } = state;
  if (open === undefined) return null;
  if (open === 'import') return <PlaceImport onClose={onClose} />;
  if (open !== 'new') return <PlaceDrawer id={open} onClose={onClose} changesOf={changesOf} />;
  if (kind === 'REGION') return null;
  return <NewPlace kind={kind} onClose={onClose} onAdded={(id) => changeIfStill({ open: id }, true)} />;
}

const required = (t: TFunction, text: string): string | false =>
  text.trim() === '' && t('common:validation.required');
const refusal = (t: TFunction) => (error: unknown) => {
  if (!isApiError(error)) return undefined;
  if (error.code === 'notFound') return gone(t);
  if (reasonOf(error) === changedMeanwhile) return undefined;
  return error.code === 'conflict' ? { nameEn: t('districts:taken') } : undefined;
};
/** What another administrator deleted: nothing of it is left to be tried again. */
const gone = (t: TFunction): string => t('districts:gone');

interface NewPlaceProps {
  kind: 'CITY' | 'DISTRICT';
  onClose: () => void;
  onAdded: (id: string) => void;
}

function NewPlace({ kind, onClose, onAdded }: NewPlaceProps) {
  const { t } = useTranslation(['districts', 'common']);
  const above = kind === 'CITY' ? 'REGION' : 'CITY';
  const [typed, setTyped] = useState('');
  const parents = usePlacesAbove(above, typed).data?.rows ?? [];
  const form = useForm({
    start: { parentId: '', nameEn: '', nameAr: '' },
    check: ({ parentId, nameEn, nameAr }) => ({
      parentId: required(t, parentId),
      nameEn: required(t, nameEn),
      nameAr: required(t, nameAr),
    }),
    send: (body) => call(addPlace, { body }),
    changes,
    onSent: ({ id }) => onAdded(id),
    refusal: refusal(t),
  });
  return (
    <DockedDrawer title={t(`districts:add.${kind}`)} onClose={onClose}>
      <Form form={form} submitLabel={t(`districts:add.${kind}`)} shape="foot">
        <Select
          label={t(`districts:one.${above}`)}
          searchable
          data={parents.map((each) => ({ value: each.id, label: nameIn(each) }))}
          onSearchChange={(text) =>
            setTyped(parents.some((each) => nameIn(each) === text) ? '' : text.slice(0, placeNameMax))
          }
          {...form.field('parentId')}
          onChange={(value: string | null) => form.change({ parentId: value ?? '' })}
        />
        <TextInput
          label={t('districts:columns.nameAr')}
          maxLength={placeNameMax}
          dir="rtl"
          {...form.field('nameAr')}
        />
        <TextInput
          label={t('districts:columns.nameEn')}
          maxLength={placeNameMax}
          dir="ltr"
          {...form.field('nameEn')}
        />
      </Form>
    </DockedDrawer>
  );
}

interface PlaceDrawerProps {
  id: string;
  onClose: () => void;
  changesOf: (id: string) => ReactNode;
}

function PlaceDrawer({ id, onClose, changesOf }: PlaceDrawerProps) {
  const { t } = useTranslation(['districts', 'errors']);
  const query = usePlace(id);
  const place = query.data?.place;
  const title = place ? (
    <>
      <bdi>{nameIn(place)}</bdi> <ActivityBadge activity={place.status} />
    </>
  ) : (
    t('districts:kind.DISTRICT')
  );
  return (
    <DockedDrawer title={title} onClose={onClose}>
      <Loaded of={query} rows={8} missing={<MissingState title={t('errors:notFound')} />}>
        {(found) => (
          <>
            <NamesForm place={found.place} />
            <Uses {...found} onDeleted={onClose} />
          </>
        )}
      </Loaded>
      {changesOf(id)}
    </DockedDrawer>
  );
}

function NamesForm({ place: { id, nameEn, nameAr } }: { place: PlaceRow }) {
  const { t } = useTranslation(['districts', 'common']);
  const form = useForm({
    edits: true,
    start: { nameEn, nameAr },
    check: (values) => ({ nameEn: required(t, values.nameEn), nameAr: required(t, values.nameAr) }),
    send: (body, seen) => call(renamePlace, { params: { id }, body: { ...body, seen } }),
    changes,
    onSent: () => showToast({ tone: 'success', title: t('common:toast.saved') }),
    refusal: refusal(t),
  });
  return (
    <Form form={form} submitLabel={t('common:actions.save')} shape="foot">
      <p className={listClasses['quiet']}>{t('districts:renameHelp')}</p>
      <TextInput
        label={t('districts:columns.nameAr')}
        maxLength={placeNameMax}
        dir="rtl"
        {...form.field('nameAr')}
      />
      <TextInput
        label={t('districts:columns.nameEn')}
        maxLength={placeNameMax}
        dir="ltr"
        {...form.field('nameEn')}
      />
    </Form>
  );
}

type Found = RouteOutput<typeof getPlace>;

/** What names the place, said before anything is done with it. */
function Uses({ place, uses, onDeleted }: Found & { onDeleted: () => void }) {
  const { t } = useTranslation('districts');
  const name = nameIn(place);
  const isFree = Object.values(uses).every((count) => count === 0);
  const status = useCommand(setPlaceStatus, {
    changes,
    done: () => t(place.status === 'ACTIVE' ? 'districts:deactivated' : 'districts:activated', { name }),
    refusal: (error) => (isApiError(error) && error.code === 'notFound' ? gone(t) : undefined),
  });
  const remove = useCommand(deletePlace, {
    changes: changesOfList,
    done: () => {
      onDeleted();
      return t('districts:deleted', { name });
    },
    refusal: (error) => {
      if (!isApiError(error)) return undefined;
      if (error.code === 'notFound') return gone(t);
      return error.code === 'conflict' ? t('districts:used') : undefined;
    },
  });
  const params = { id: place.id };
  const next = place.status === 'ACTIVE' ? 'INACTIVE' : 'ACTIVE';
  return (
    <section className={listClasses['part']}>
      <h3>{t('districts:uses.title')}</h3>
      <Facts
        facts={(['places', 'branches', 'merchants', 'applications'] as const).map((key) => [
          t(`districts:uses.${key}`),
          formatNumber(uses[key]),
        ])}
      />
      {place.kind !== 'REGION' && (
        <>
          <p className={listClasses['quiet']}>{t(isFree ? 'districts:uses.free' : 'districts:uses.help')}</p>
          <div className={listClasses['commands']}>
            <CommandButton command={status} args={{ params, body: { status: next } }} variant="default">
              {t(next === 'ACTIVE' ? 'districts:activate' : 'districts:deactivate')}
            </CommandButton>
            {isFree && (
              <CommandButton
                command={remove}
                args={{ params }}
                variant="default"
                question={{
                  title: t('districts:deleteTitle', { name }),
                  help: t('districts:deleteHelp'),
                  confirmLabel: t('districts:delete'),
                  danger: true,
                }}
              >
                {t('districts:delete')}
              </CommandButton>
            )}
          </div>
        </>
      )}
    </section>
  );
}
