import type { ModelReport } from '@mizan/contract/models.ts';
import {
  IconBattery2,
  IconBluetooth,
  IconDeviceMobileMessage,
  IconPackage,
  IconReceipt,
  IconWifi,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './models.module.css';

const icons = {
  battery: IconBattery2,
  wifi: IconWifi,
  bluetooth: IconBluetooth,
  paper: IconReceipt,
  provider: IconDeviceMobileMessage,
  mada: IconPackage,
} as const satisfies Record<ModelReport, unknown>;

/** What a model tells of itself, a mark each with its name. */
export function Reports({ of }: { of: readonly ModelReport[] }) {
  const { t } = useTranslation('models');
  if (of.length === 0) return '—';
  return (
    <span className={classes['reports']}>
      {of.map((each) => {
        const ReportIcon = icons[each];
        const name = t(`models:reports.${each}`);
        return (
          <span key={each} role="img" aria-label={name} title={name}>
            <ReportIcon size={16} stroke={1.6} aria-hidden="true" />
          </span>
        );
      })}
    </span>
  );
}
