import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { riyadhDay } from '../../platform/formats.ts';
import { StandaloneDate } from '../../ui/date-text.tsx';
import { Page } from '../../ui/page.tsx';
import classes from './first-steps.module.css';
import { usePairedTerminals } from './first-steps.queries.ts';
import { FirstStepsList, type OpenSteps } from './first-steps-list.tsx';
import { FirstStepsSide } from './first-steps-side.tsx';

/** The dashboard of a merchant without payments: what leads to the first one, and no chart of nothing. */
export default function FirstStepsPage({ steps }: { steps: OpenSteps }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const terminals = usePairedTerminals().data?.rows;
  const [pairing, setPairing] = useState<string | null>(null);
  return (
    <Page title={t('common:range.today')} summary={<StandaloneDate value={riyadhDay(new Date())} />}>
      <div className={classes['columns']}>
        <FirstStepsList steps={steps} terminals={terminals} pairing={pairing} onPair={setPairing} />
        <FirstStepsSide terminals={terminals} onPair={setPairing} />
      </div>
    </Page>
  );
}
