import { type Activity, activities } from '@mizan/contract/activity.ts';
import { useAddress } from '../../platform/address.ts';
import { listOf, oneOf, readFields, rowId, text } from '../../platform/search.ts';

export const modelTabs = ['brands', 'models', 'packages'] as const;
type ModelTab = (typeof modelTabs)[number];

interface ModelsSearch {
  /** Models and mada packages without it. */
  tab?: ModelTab;
  search?: string;
  brandId?: string[];
  status?: Activity[];
  /** A brand or a model, or the form of a new one ('package' of a mada package). */
  open?: string;
  /** Of the table: which package of the model that is open. */
  package?: string;
}

const readSearch = (raw: Record<string, unknown>): ModelsSearch =>
  readFields<ModelsSearch>(raw, {
    tab: oneOf(modelTabs),
    search: text(/^.{1,80}$/u),
    brandId: listOf(rowId),
    status: listOf(oneOf(activities)),
    open: (value) => (value === 'new' || value === 'package' ? value : rowId(value)),
    package: text(/^.{1,20}$/u),
  });

export const useModelsSearch = () => useAddress(readSearch);
export type ModelsAddress = ReturnType<typeof useModelsSearch>;
