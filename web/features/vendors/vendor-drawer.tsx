import { Checkbox, MultiSelect, TextInput } from '@mantine/core';
import { readEmail } from '@mizan/contract/email.ts';
import { latinDigits } from '@mizan/contract/money.ts';
import { paths } from '@mizan/contract/paths.ts';
import { saudiBanks } from '@mizan/contract/saudi-banks.ts';
import {
  addVendor,
  changeVendor,
  type VendorBody,
  type VendorRow,
  vendorLimits,
} from '@mizan/contract/vendors.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../platform/api-client.ts';
import { type FormState, useForm } from '../../platform/form.ts';
import { formatNumber } from '../../platform/formats.ts';
import { language, nameIn } from '../../platform/language.ts';
import { ActivityBadge } from '../../ui/activity-badge.tsx';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Form } from '../../ui/form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { MissingState } from '../../ui/states.tsx';
import { listClasses } from '../../ui/tab-line.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { changes } from './vendor-changes.ts';
import { useModels, usePackages, useVendor } from './vendors.queries.ts';
import type { VendorsAddress } from './vendors.search.ts';
import { Misfits } from './vendors-screen.tsx';

interface BesideProps {
  address: VendorsAddress;
  changesOf: (id: string) => ReactNode;
}

const nothing: VendorBody = {
  nameEn: '',
  nameAr: '',
  contactName: '',
  contactMobile: null,
  contactEmail: null,
  banks: [],
  modelIds: [],
  packages: [],
  status: 'ACTIVE',
};

/** A vendor, or the form of a new one. */
export default function Beside({ address: { state, changeIfStill }, changesOf }: BesideProps) {
  const { t } = useTranslation('vendors');
  const onClose = () => changeIfStill({ open: undefined });
  const { open } = state;
  if (open === undefined) return null;
  if (open !== 'new') return <VendorDrawer id={open} onClose={onClose} changesOf={changesOf} />;
  return (
    <DockedDrawer title={t('vendors:add')} onClose={onClose}>
      <p className={listClasses['quiet']}>{t('vendors:addHelp')}</p>
      <VendorForm
        start={nothing}
        send={(body) => call(addVendor, { body })}
        onSent={(id) => changeIfStill({ open: id }, true)}
      />
    </DockedDrawer>
  );
}

interface VendorDrawerProps {
  id: string;
  onClose: () => void;
  changesOf: (id: string) => ReactNode;
}

function VendorDrawer({ id, onClose, changesOf }: VendorDrawerProps) {
  const { t } = useTranslation(['vendors', 'errors', 'common']);
  const query = useVendor(id);
  const vendor = query.data;
  const title = vendor ? (
    <>
      <bdi>{nameIn(vendor)}</bdi> <ActivityBadge activity={vendor.status} />
    </>
  ) : (
    t('vendors:columns.vendor')
  );
  return (
    <DockedDrawer title={title} onClose={onClose}>
      <Loaded of={query} rows={10} missing={<MissingState title={t('errors:notFound')} />}>
        {(row) => (
          <>
            <Figures vendor={row} />
            <VendorForm
              edits
              start={bodyOf(row)}
              send={(body, seen) => call(changeVendor, { params: { id }, body: { ...body, seen } })}
              onSent={() => showToast({ tone: 'success', title: t('common:toast.saved') })}
            />
          </>
        )}
      </Loaded>
      {changesOf(id)}
    </DockedDrawer>
  );
}

function Figures({ vendor }: { vendor: VendorRow }) {
  const { t } = useTranslation('vendors');
  return (
    <Facts
      facts={[
        [t('vendors:columns.terminals'), formatNumber(vendor.terminals)],
        [
          t('vendors:columns.misfits'),
          vendor.misfits > 0 && (
            <>
              <Misfits count={vendor.misfits} t={t} />{' '}
              <Link to={paths.adminBrands} search={{ tab: 'packages' } as never}>
                {t('vendors:toTable')}
              </Link>
            </>
          ),
        ],
      ]}
    />
  );
}

function bodyOf(row: VendorRow): VendorBody {
  const { nameEn, nameAr, contactName, contactMobile, contactEmail, banks, models, packages, status } = row;
  const modelIds = models.map(({ id }) => id);
  return { nameEn, nameAr, contactName, contactMobile, contactEmail, banks, modelIds, packages, status };
}

type Fields = Omit<VendorBody, 'contactMobile' | 'contactEmail'> & {
  contactMobile: string;
  contactEmail: string;
};
const mobileShape = /^\+?\d{8,15}$/;
const mobileOf = (typed: string): string => latinDigits(typed).replaceAll(/[\s-]/g, '');

interface VendorFormProps {
  edits?: boolean;
  start: VendorBody;
  send: (body: VendorBody, seen: VendorBody) => Promise<{ id: string }>;
  onSent: (id: string) => void;
}

function VendorForm({ edits = false, start, send, onSent }: VendorFormProps) {
  const { t } = useTranslation(['vendors', 'common']);
  const required = (text: string): string | false => text.trim() === '' && t('common:validation.required');
  const form = useForm<Fields, { id: string }>({
    edits,
    start: { ...start, contactMobile: start.contactMobile ?? '', contactEmail: start.contactEmail ?? '' },
    check: ({ nameEn, nameAr, contactMobile, contactEmail }) => ({
      nameEn: required(nameEn),
      nameAr: required(nameAr),
      contactMobile:
        contactMobile.trim() !== '' && !mobileShape.test(mobileOf(contactMobile)) && t('vendors:mobileWrong'),
      contactEmail: contactEmail.trim() !== '' && readEmail(contactEmail) === null && t('vendors:emailWrong'),
    }),
    send: ({ contactMobile, contactEmail, ...rest }, seen) =>
      send(
        { ...rest, contactMobile: mobileOf(contactMobile) || null, contactEmail: readEmail(contactEmail) },
        { ...seen, contactMobile: seen.contactMobile || null, contactEmail: seen.contactEmail || null },
      ),
    changes,
    onSent: ({ id }) => onSent(id),
    refusal: (error) =>
      isApiError(error) && error.code === 'conflict' && error.details['name'] !== undefined
        ? { nameEn: t(error.details['name'] === 'inUse' ? 'vendors:inUse' : 'vendors:taken') }
        : undefined,
  });
  const optional = (label: string): string => `${label} (${t('common:words.optional')})`;
  return (
    <Form form={form} submitLabel={t('common:actions.save')} shape="foot">
      <TextInput
        label={t('vendors:nameAr')}
        maxLength={vendorLimits.name}
        dir="rtl"
        {...form.field('nameAr')}
      />
      <TextInput
        label={t('vendors:nameEn')}
        description={t('vendors:nameHelp')}
        maxLength={vendorLimits.name}
        dir="ltr"
        {...form.field('nameEn')}
      />
      <TextInput
        label={optional(t('vendors:contactName'))}
        maxLength={vendorLimits.contact}
        {...form.field('contactName')}
      />
      <TextInput
        label={optional(t('vendors:contactMobile'))}
        maxLength={vendorLimits.mobile}
        dir="ltr"
        inputMode="tel"
        {...form.field('contactMobile')}
      />
      <TextInput
        label={optional(t('vendors:contactEmail'))}
        maxLength={vendorLimits.email}
        dir="ltr"
        inputMode="email"
        {...form.field('contactEmail')}
      />
      <Choices form={form} />
    </Form>
  );
}

/** What a vendor serves and supports, and whether it is offered. */
function Choices({ form }: { form: FormState<Fields> }) {
  const { t } = useTranslation('vendors');
  const [models, packages] = [useModels(), usePackages()];
  const { banks, modelIds, packages: chosen, status } = form.values;
  return (
    <>
      <MultiSelect
        label={t('vendors:columns.banks')}
        searchable
        data={saudiBanks.map((each) => ({ value: each.code, label: each[language] }))}
        value={banks}
        onChange={(value) => form.change({ banks: value })}
      />
      <MultiSelect
        label={t('vendors:columns.models')}
        searchable
        data={models.map(({ id, brand, name }) => ({ value: id, label: `${brand} ${name}` }))}
        value={modelIds}
        onChange={(value) => form.change({ modelIds: value })}
      />
      <MultiSelect
        label={t('vendors:packages')}
        data={[...new Set([...packages, ...chosen])]}
        value={chosen}
        onChange={(value) => form.change({ packages: value })}
      />
      <Checkbox
        label={t('vendors:isActive')}
        checked={status === 'ACTIVE'}
        onChange={(event) => form.change({ status: event.currentTarget.checked ? 'ACTIVE' : 'INACTIVE' })}
      />
    </>
  );
}
