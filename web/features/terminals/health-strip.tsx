import type { TerminalDetail } from '@mizan/contract/terminal-history.ts';
import { IconBattery3, IconBluetooth, IconNetwork, IconReceipt, IconWifi } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Identifier } from '../../ui/identifier.tsx';
import { batteryText, flagText, wifiText } from '../../ui/terminal.words.ts';
import { attentionOf } from './attention.ts';
import { ageText, useAgeSeconds } from './heartbeat.tsx';
import type { AnsweredAt } from './heartbeat-age.ts';
import classes from './terminal-detail.module.css';

export type { AnsweredAt } from './heartbeat-age.ts';

/** A terminal says how it is once a minute; what is older than this is said to be old. */
const oldSeconds = 300;

/** Five figures of health, under the age that they all have. */
export function HealthStrip({ terminal, answered }: { terminal: TerminalDetail; answered: AnsweredAt }) {
  const { t } = useTranslation(['terminals', 'common']);
  const age = useAgeSeconds(terminal.telemetryAt, answered);
  if (terminal.telemetryAt === null || age === null) {
    return <p className={classes['quiet']}>{t('terminals:detail.noHealth')}</p>;
  }
  const kinds = attentionOf(terminal, undefined);
  const isOld = age > oldSeconds;
  const figures = [
    {
      icon: IconBattery3,
      name: t('terminals:telemetry.battery'),
      value: batteryText(terminal, t),
      bad: kinds.includes('LOW_BATTERY'),
    },
    {
      icon: IconWifi,
      name: t('terminals:telemetry.wifi'),
      value: wifiText(terminal, t),
      detail: terminal.wifiSsid,
    },
    {
      icon: IconReceipt,
      name: t('terminals:telemetry.paper'),
      value: flagText(terminal.paper, t, 'terminals:telemetry.paperEnough', 'terminals:telemetry.paperOut'),
      bad: kinds.includes('NO_PAPER'),
    },
    {
      icon: IconBluetooth,
      name: t('terminals:telemetry.bluetooth'),
      value: flagText(terminal.bluetooth, t, 'terminals:telemetry.on', 'terminals:telemetry.off'),
    },
    { icon: IconNetwork, name: t('common:fields.ip'), value: terminal.ipAddress ?? '—', isCode: true },
  ];
  return (
    <section aria-label={t('terminals:telemetry.title')}>
      <p className={classes['quiet']} data-old={isOld || undefined}>
        {t(age < 3_600 ? 'terminals:detail.reportedAgo' : 'terminals:detail.reportedAt', {
          time: ageText(terminal.telemetryAt, age),
        })}
      </p>
      <dl className={classes['strip']} data-old={isOld || undefined}>
        {figures.map(({ icon: FigureIcon, name, value, detail, bad, isCode }) => (
          <div key={name}>
            <dt>
              <FigureIcon size={16} stroke={1.6} aria-hidden="true" />
              {name}
            </dt>
            <dd data-bad={bad || undefined}>{isCode ? <Identifier>{value}</Identifier> : value}</dd>
            {detail && (
              <dd className={classes['quiet']}>
                <Identifier>{detail}</Identifier>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}
