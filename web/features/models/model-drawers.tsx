import { Checkbox, Select, TextInput } from '@mantine/core';
import { changedMeanwhile } from '@mizan/contract/as-seen.ts';
import {
  addBrand,
  addModel,
  addPackage,
  type BrandRow,
  changeBrand,
  changeModel,
  type ModelReport,
  type ModelRow,
  modelLimits,
  modelReports,
} from '@mizan/contract/models.ts';
import type { TFunction } from 'i18next';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { call, isApiError, reasonOf } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { Form } from '../../ui/form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { MissingState } from '../../ui/states.tsx';
import { listClasses } from '../../ui/tab-line.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { FitDrawer } from './fit-drawer.tsx';
import { changes } from './model-changes.ts';
import { useEveryBrand, useModel } from './models.queries.ts';
import type { ModelsAddress } from './models.search.ts';
import type { ChangesOf } from './models-screen.tsx';

const ModelPicture = lazyPart(() => import('./model-picture.tsx'));

/** What is open beside the lists: a brand, a model, a pair of model and package, or the form of a new one. */
export default function Beside({ address, changesOf }: ChangesOf & { address: ModelsAddress }) {
  const { state, changeIfStill } = address;
  const { open, tab = 'packages', package: pack } = state;
  const onClose = () => changeIfStill({ open: undefined, package: undefined });
  const onAdded = (id: string): void => changeIfStill({ open: id }, true);
  if (open === undefined) return null;
  if (open === 'package') return <NewPackage onClose={onClose} />;
  if (tab === 'brands') return <BrandDrawer {...{ open, onClose, onAdded, changesOf }} />;
  if (tab === 'models' || open === 'new') return <ModelDrawer {...{ open, onClose, onAdded, changesOf }} />;
  if (pack === undefined) return null;
  return <FitDrawer modelId={open} pack={pack} onClose={onClose} changesOf={changesOf} />;
}

interface DrawerProps extends ChangesOf {
  open: string;
  onClose: () => void;
  onAdded: (id: string) => void;
}

const required = (t: TFunction, text: string): string | false =>
  text.trim() === '' && t('common:validation.required');
const refusal = (t: TFunction) => (error: unknown) =>
  isApiError(error) && error.code === 'conflict' && reasonOf(error) !== changedMeanwhile
    ? { name: t(error.details['name'] === 'inUse' ? 'models:inUse' : 'models:taken') }
    : undefined;

function BrandDrawer({ open, onClose, onAdded, changesOf }: DrawerProps) {
  const { t } = useTranslation(['models', 'errors']);
  const brands = useEveryBrand();
  const brand = brands.find(({ id }) => id === open);
  const isNew = open === 'new';
  return (
    <DockedDrawer
      title={isNew ? t('models:addBrand') : <bdi dir="ltr">{brand?.name ?? ''}</bdi>}
      onClose={onClose}
    >
      {(isNew || brand) && <BrandForm key={open} brand={brand} onAdded={onAdded} />}
      {!isNew && changesOf('brand', open)}
    </DockedDrawer>
  );
}

function BrandForm({ brand, onAdded }: { brand: BrandRow | undefined; onAdded: (id: string) => void }) {
  const { t } = useTranslation(['models', 'common']);
  const form = useForm({
    edits: brand !== undefined,
    start: {
      name: brand?.name ?? '',
      manufacturer: brand?.manufacturer ?? '',
      status: brand?.status ?? ('ACTIVE' as const),
    },
    check: ({ name, manufacturer }) => ({
      name: required(t, name),
      manufacturer: required(t, manufacturer),
    }),
    send: (body, seen) =>
      brand
        ? call(changeBrand, { params: { id: brand.id }, body: { ...body, seen } })
        : call(addBrand, { body }),
    changes,
    onSent: ({ id }) => (brand ? saved(t) : onAdded(id)),
    refusal: refusal(t),
  });
  return (
    <Form form={form} submitLabel={t('common:actions.save')} shape="foot">
      <TextInput
        label={t('models:brand.name')}
        dir="ltr"
        maxLength={modelLimits.name}
        {...form.field('name')}
      />
      <TextInput
        label={t('models:columns.manufacturer')}
        dir="ltr"
        maxLength={modelLimits.manufacturer}
        {...form.field('manufacturer')}
      />
      <Checkbox
        label={t('models:isActive')}
        checked={form.values.status === 'ACTIVE'}
        onChange={(event) => form.change({ status: event.currentTarget.checked ? 'ACTIVE' : 'INACTIVE' })}
      />
    </Form>
  );
}

const saved = (t: TFunction): void => showToast({ tone: 'success', title: t('common:toast.saved') });

function ModelDrawer({ open, onClose, onAdded, changesOf }: DrawerProps) {
  const { t } = useTranslation('models');
  if (open === 'new') {
    return (
      <DockedDrawer title={t('models:addModel')} onClose={onClose}>
        <ModelForm model={undefined} onAdded={onAdded} />
      </DockedDrawer>
    );
  }
  return <OneModel {...{ open, onClose, onAdded, changesOf }} />;
}

function OneModel({ open, onClose, onAdded, changesOf }: DrawerProps) {
  const { t } = useTranslation(['models', 'errors']);
  const query = useModel(open);
  const { data } = query;
  return (
    <DockedDrawer
      title={data ? <bdi dir="ltr">{`${data.brand} ${data.name}`}</bdi> : t('models:model.name')}
      onClose={onClose}
    >
      <Loaded of={query} rows={8} missing={<MissingState title={t('errors:notFound')} />}>
        {(model) => (
          <>
            <ModelForm model={model} onAdded={onAdded} />
            <Suspense fallback={null}>
              <ModelPicture model={model} />
            </Suspense>
          </>
        )}
      </Loaded>
      {changesOf('model', open)}
    </DockedDrawer>
  );
}

function ModelForm({ model, onAdded }: { model: ModelRow | undefined; onAdded: (id: string) => void }) {
  const { t } = useTranslation(['models', 'common']);
  const brands = useEveryBrand();
  const form = useForm({
    edits: model !== undefined,
    start: {
      brandId: model?.brandId ?? '',
      name: model?.name ?? '',
      reports: model?.reports ?? ([] as ModelReport[]),
      status: model?.status ?? ('ACTIVE' as const),
    },
    check: ({ brandId, name }) => ({ brandId: required(t, brandId), name: required(t, name) }),
    send: (body, seen) =>
      model
        ? call(changeModel, { params: { id: model.id }, body: { ...body, seen } })
        : call(addModel, { body }),
    changes,
    onSent: ({ id }) => (model ? saved(t) : onAdded(id)),
    refusal: refusal(t),
  });
  const { reports, status } = form.values;
  return (
    <Form form={form} submitLabel={t('common:actions.save')} shape="foot">
      <Select
        label={t('models:columns.brand')}
        searchable
        data={brands.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.field('brandId')}
        onChange={(value: string | null) => form.change({ brandId: value ?? '' })}
      />
      <TextInput
        label={t('models:model.name')}
        dir="ltr"
        maxLength={modelLimits.name}
        {...form.field('name')}
      />
      <Checkbox.Group
        label={t('models:columns.reports')}
        value={reports}
        onChange={(value) => form.change({ reports: modelReports.filter((each) => value.includes(each)) })}
      >
        {modelReports.map((each) => (
          <Checkbox key={each} value={each} label={t(`models:reports.${each}`)} mt="xs" />
        ))}
      </Checkbox.Group>
      <Checkbox
        label={t('models:isActive')}
        checked={status === 'ACTIVE'}
        onChange={(event) => form.change({ status: event.currentTarget.checked ? 'ACTIVE' : 'INACTIVE' })}
      />
    </Form>
  );
}

const packageShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,19}$/;

function NewPackage({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['models', 'common']);
  const form = useForm({
    start: { name: '', fromDay: null as string | null },
    check: ({ name }) => ({ name: !packageShape.test(name.trim()) && t('models:package.nameWrong') }),
    send: ({ name, fromDay }) => call(addPackage, { body: { name, fromDay } }),
    changes,
    onSent: () => {
      saved(t);
      onClose();
    },
    refusal: refusal(t),
  });
  return (
    <DockedDrawer title={t('models:addPackage')} onClose={onClose}>
      <p className={listClasses['quiet']}>{t('models:package.help')}</p>
      <Form form={form} submitLabel={t('models:addPackage')} shape="foot">
        <TextInput
          label={t('models:package.name')}
          dir="ltr"
          maxLength={modelLimits.package}
          {...form.field('name')}
        />
        <DayInput label={t('models:package.from')} {...form.field('fromDay')} />
      </Form>
    </DockedDrawer>
  );
}
