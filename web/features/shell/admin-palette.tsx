import type { Activity } from '@mizan/contract/activity.ts';
import type { PlaceRow } from '@mizan/contract/districts.ts';
import type { MerchantRow } from '@mizan/contract/merchants.ts';
import type { ModelRow } from '@mizan/contract/models.ts';
import { paths } from '@mizan/contract/paths.ts';
import type { VendorRow } from '@mizan/contract/vendors.ts';
import { IconBuildingStore, IconDeviceTablet, IconMapPin, IconTruckDelivery } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { apart } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import type { Session } from '../../platform/session.store.ts';
import { ActivityBadge } from '../../ui/activity-badge.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { type AdminFound, useAdminFound } from './admin-palette.queries.ts';
import { Palette, type PaletteProps, useAsked } from './palette.tsx';
import { type AdminKind, adminKinds, type Kind, wordsOf } from './palette-find.ts';
import { Marked } from './palette-mark.tsx';
import { foundPages } from './palette-pages.ts';
import {
  amongAll,
  Beside,
  type FoundSections,
  iconLook,
  pageRows,
  type Row,
  type Said,
} from './palette-parts.tsx';
import { useSignedIn } from './session-frame.tsx';

const named = (row: { nameEn: string; nameAr: string }): string =>
  language === 'en' ? row.nameEn : row.nameAr;
/** What is in use needs no word. */
const unlessActive = (status: Activity): Row['end'] =>
  status === 'ACTIVE' ? undefined : <ActivityBadge activity={status} />;

const merchantRow = (row: MerchantRow, { t, words }: Said): Row => ({
  id: `merchant-${row.id}`,
  to: paths.adminMerchants,
  search: { open: row.id },
  icon: <IconBuildingStore {...iconLook} />,
  content: (
    <>
      <Marked text={named(row)} words={words} />
      {row.cr !== null && (
        <Beside>
          <Identifier>{row.cr}</Identifier>
        </Beside>
      )}
    </>
  ),
  end: row.status === 'ACTIVE' ? undefined : t(`merchants:status.${row.status}`),
});

const vendorRow = (row: VendorRow, { words }: Said): Row => ({
  id: `vendor-${row.id}`,
  to: paths.adminMsps,
  search: { open: row.id },
  icon: <IconTruckDelivery {...iconLook} />,
  content: (
    <>
      <Marked text={named(row)} words={words} />
      {row.contactName !== '' && (
        <Beside>
          <Marked text={row.contactName} words={words} />
        </Beside>
      )}
    </>
  ),
  end: unlessActive(row.status),
});

const modelRow = (row: ModelRow, { words }: Said): Row => ({
  id: `model-${row.id}`,
  to: paths.adminBrands,
  search: { tab: 'models', open: row.id },
  icon: <IconDeviceTablet {...iconLook} />,
  content: (
    <>
      <bdi>
        <Marked text={`${row.brand} ${row.name}`} words={words} />
      </bdi>
      <Beside>
        <Marked text={row.manufacturer} words={words} />
      </Beside>
    </>
  ),
  end: unlessActive(row.status),
});

function placeRow(row: PlaceRow, { t, words }: Said): Row {
  const parent = language === 'en' ? row.parentEn : row.parentAr;
  return {
    id: `place-${row.id}`,
    to: paths.adminDistricts,
    search: { kind: row.kind, open: row.id },
    icon: <IconMapPin {...iconLook} />,
    content: (
      <>
        <Marked text={named(row)} words={words} />
        <Beside>
          {t(`palette:place.${row.kind}`)}
          {parent !== null && `${apart}${parent}`}
        </Beside>
      </>
    ),
    end: unlessActive(row.status),
  };
}

function countOf(kind: AdminKind, found: AdminFound, pages: number): { count: number; isMore: boolean } {
  switch (kind) {
    case 'merchants':
      return { count: found.merchants?.rows.length ?? 0, isMore: Boolean(found.merchants?.nextCursor) };
    case 'places':
      return { count: found.placeCount, isMore: false };
    case 'pages':
      return { count: pages, isMore: false };
    default:
      return { count: found[kind]?.total ?? 0, isMore: false };
  }
}

function useSections(text: string, visitor: Session, only: Kind | 'all'): FoundSections {
  const { t } = useTranslation(['palette', 'merchants', 'shell']);
  const found = useAdminFound(text);
  const words = wordsOf(text);
  const said: Said = { t, words };
  const rows: Readonly<Record<AdminKind, readonly Row[]>> = {
    merchants: found.merchants?.rows.map((row) => merchantRow(row, said)) ?? [],
    vendors: found.vendors?.rows.map((row) => vendorRow(row, said)) ?? [],
    models: found.models?.rows.map((row) => modelRow(row, said)) ?? [],
    places: found.places.map((row) => placeRow(row, said)),
    pages: pageRows('admin', foundPages(words, visitor, t), visitor),
  };
  const shown = only === 'all' ? adminKinds : [only as AdminKind];
  return {
    counts: adminKinds.map((kind) => ({ kind, ...countOf(kind, found, rows.pages.length) })),
    sections: shown
      .map((id) => ({
        id,
        rows: only !== 'all' || (id === 'pages' && text === '') ? rows[id] : rows[id].slice(0, amongAll),
      }))
      .filter((section) => section.rows.length > 0),
    isSettled: found.isSettled,
    isPartial: found.isPartial,
  };
}

/** Pages, merchants, vendors, models and places, for administrators. */
export default function AdminPalette(props: PaletteProps) {
  const { t } = useTranslation('palette');
  const asked = useAsked();
  const found = useSections(asked.text, useSignedIn(), asked.kind);
  return <Palette {...props} asked={asked} found={found} placeholder={t('palette:adminPlaceholder')} />;
}
