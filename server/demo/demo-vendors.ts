import { modelsNamed } from '../features/models/offered.service.ts';
import { lockVendor, selectVendorNamed, updateVendor } from '../features/vendors/vendors.queries.ts';
import type { Tx } from '../platform/database/database.ts';

interface DemoVendor {
  nameEn: string;
  contactName: string;
  contactMobile: string;
  contactEmail: string;
  /** Codes of contract/saudi-banks.ts. */
  banks: readonly string[];
  models: readonly string[];
  packages: readonly string[];
}

/** What the vendors that every portal begins with look after in the demo. Their people are made up. */
export const demoVendors: readonly DemoVendor[] = [
  {
    nameEn: 'Geidea',
    contactName: 'تركي الحارثي',
    contactMobile: '+966500000101',
    contactEmail: 'turki@geidea.example',
    banks: ['05', '20'],
    models: ['PAX A920Pro'],
    packages: ['2026.07', '2026.10'],
  },
  {
    nameEn: 'Neoleap',
    contactName: 'عبير الزهراني',
    contactMobile: '+966500000102',
    contactEmail: 'abeer@neoleap.example',
    banks: ['80'],
    models: ['Ingenico AXIUM DX8000', 'Verifone X990'],
    packages: ['2026.03', '2026.07', '2026.10'],
  },
  {
    nameEn: 'Sure Technology',
    contactName: 'ماجد العتيبي',
    contactMobile: '+966500000103',
    contactEmail: 'majed@sure.example',
    banks: ['10', '45'],
    models: ['Sunmi P2'],
    packages: ['2026.07', '2026.10'],
  },
];

/** By the maker of a terminal the vendor that installed it. */
export const vendorOfBrand: Readonly<Record<string, string>> = {
  PAX: 'Geidea',
  Ingenico: 'Neoleap',
  Verifone: 'Neoleap',
  Sunmi: 'Sure Technology',
};

/** Fills in the demo's vendors; one that has a contact already stays as it is. */
export async function makeVendors(tx: Tx): Promise<void> {
  for (const { models, ...vendor } of demoVendors) {
    const id = await selectVendorNamed(tx, vendor.nameEn);
    const kept = id === null ? null : await lockVendor(tx, id);
    if (id === null || kept === null || kept.contactName !== '') continue;
    const named = await modelsNamed(tx, models);
    await updateVendor(tx, id, {
      ...kept,
      ...vendor,
      banks: [...vendor.banks],
      packages: [...vendor.packages],
      modelIds: [...named.values()].map((model) => model.id),
    });
  }
}
