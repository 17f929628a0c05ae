import { Button } from '@mantine/core';
import { exportBrands, exportFitTable, exportModels } from '@mizan/contract/models.ts';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../platform/api-client.ts';
import { formatNumber } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { DrawerPlace } from '../../ui/drawer-place.tsx';
import { Page } from '../../ui/page.tsx';
import { SaveMenu } from '../../ui/save-menu.tsx';
import { TabLine } from '../../ui/tab-line.tsx';
import { FitGrid } from './fit-grid.tsx';
import { useTotals } from './models.queries.ts';
import { type ModelsAddress, modelTabs, useModelsSearch } from './models.search.ts';
import { BrandList, ModelFilters, ModelList } from './models-lists.tsx';

/** Loads with the first thing that opens beside a list. */
const Beside = lazyPart(() => import('./model-drawers.tsx'));

export interface ChangesOf {
  /** Who changed a brand or a model: the matter of another feature. */
  changesOf: (type: 'brand' | 'model', id: string) => ReactNode;
}

/** Brands and models of terminals, and which mada packages fit which model. */
export function ModelsScreen({ changesOf }: ChangesOf) {
  const { t } = useTranslation(['models', 'shell']);
  const address = useModelsSearch();
  const { state, go } = address;
  const { tab = 'packages' } = state;
  const totals = useTotals();
  const numbers = { ...totals, packages: undefined };
  return (
    <Page
      fill
      named
      title={t('shell:menu.brands')}
      actions={<Actions address={address} />}
      filters={
        <TabLine
          label={t('models:tabs.label')}
          chosen={tab}
          tabs={modelTabs.map((each) => {
            const number = numbers[each];
            return [each, t(`models:tabs.${each}`), number === undefined ? undefined : formatNumber(number)];
          })}
          onChange={(next) => go(next === 'packages' ? {} : { tab: next })}
        >
          <ModelFilters address={address} />
        </TabLine>
      }
      drawer={
        state.open !== undefined && (
          <Suspense fallback={<DrawerPlace />}>
            <Beside key={`${state.open} ${state.package ?? ''}`} address={address} changesOf={changesOf} />
          </Suspense>
        )
      }
    >
      {tab === 'packages' && <FitGrid address={address} />}
      {tab === 'models' && <ModelList address={address} />}
      {tab === 'brands' && <BrandList address={address} />}
    </Page>
  );
}

const addTexts = {
  brands: 'models:addBrand',
  models: 'models:addModel',
  packages: 'models:addPackage',
} as const;

function Actions({ address: { state, change } }: { address: ModelsAddress }) {
  const { t } = useTranslation('models');
  const { tab = 'packages', search, status, brandId } = state;
  return (
    <>
      <SaveMenu
        onSave={(format) => {
          const as = { format, lang: language };
          if (tab === 'packages') return download(exportFitTable, { query: { search, ...as } });
          if (tab === 'brands') return download(exportBrands, { query: { search, status, ...as } });
          return download(exportModels, { query: { search, status, brandId, ...as } });
        }}
      />
      <Button
        leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
        onClick={() => change({ open: tab === 'packages' ? 'package' : 'new', package: undefined })}
      >
        {t(addTexts[tab])}
      </Button>
    </>
  );
}
