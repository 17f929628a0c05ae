import { Button, CopyButton } from '@mantine/core';
import { isOtherModel } from '@mizan/contract/mada-packages.ts';
import type { TerminalDetail } from '@mizan/contract/terminal-history.ts';
import { IconAlertTriangle, IconCopy, IconEqualNot } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment, isolateLtr, locale } from '../../platform/formats.ts';
import { Identifier } from '../../ui/identifier.tsx';
import classes from './terminal.module.css';

/** That its branch takes no payments, and what is wrong with what the device is or has installed, with ≠ between the two values. */
export function DetailWarnings({ terminal }: { terminal: TerminalDetail }) {
  const { t } = useTranslation('terminals');
  const { tid, brand, model, reportedModel, serialNumber, madaPackage, packageSince } = terminal;
  const { packageFit: fit, packagesNeeded: needed, branchStatus } = terminal;
  const isOther = isOtherModel(terminal);
  if (branchStatus === 'ACTIVE' && fit !== 'DOES_NOT_FIT' && !isOther) return null;
  const either = new Intl.ListFormat(locale, { type: 'disjunction' }).format(needed);
  const forVendor = t('terminals:detail.forVendor', {
    tid: isolateLtr(tid),
    model: isolateLtr(`${brand} ${model}`),
    serial: isolateLtr(serialNumber ?? '—'),
    installed: isolateLtr(madaPackage ?? '—'),
    needed: either,
  });
  return (
    <ul className={classes['warnings']}>
      {branchStatus !== 'ACTIVE' && (
        <li data-tone="wait">
          <IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />
          <span>
            <strong>{t('terminals:detail.branchTitle')}</strong>
            <br />
            {t('terminals:detail.branchHelp')}
          </span>
        </li>
      )}
      {fit === 'DOES_NOT_FIT' && (
        <li data-tone="wait">
          <IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />
          <span>
            <strong>{t('terminals:detail.packageTitle')}</strong>
            <br />
            {t('terminals:detail.installed')} <Identifier>{madaPackage ?? ''}</Identifier> <Unlike />{' '}
            {t('terminals:detail.needed')} <bdi>{either}</bdi>.{' '}
            {packageSince !== null && t('terminals:detail.knownSince', { time: formatMoment(packageSince) })}
          </span>
          <CopyButton value={forVendor}>
            {({ copied, copy }) => (
              <Button
                variant="subtle"
                size="compact-md"
                leftSection={<IconCopy size={16} stroke={1.6} aria-hidden="true" />}
                onClick={copy}
              >
                {t(copied ? 'terminals:detail.copied' : 'terminals:detail.copy')}
              </Button>
            )}
          </CopyButton>
        </li>
      )}
      {isOther && (
        <li data-tone="wait">
          <IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />
          <span>
            <strong>{t('terminals:detail.modelTitle')}</strong>
            <br />
            {t('terminals:detail.onRecord')} <Identifier>{`${brand} ${model}`}</Identifier> <Unlike />{' '}
            {t('terminals:detail.deviceSays')} <Identifier>{reportedModel ?? ''}</Identifier>.
          </span>
        </li>
      )}
    </ul>
  );
}

/** Read out as what it means. */
export function Unlike(): ReactNode {
  const { t } = useTranslation('terminals');
  return (
    <span className={classes['unlike']} role="img" aria-label={t('terminals:versions.unlike')}>
      <IconEqualNot size={16} stroke={2} aria-hidden="true" />
    </span>
  );
}
