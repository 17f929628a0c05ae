import { Button } from '@mantine/core';
import type { TerminalDetail } from '@mizan/contract/terminal-history.ts';
import { configureTerminal, type SettingsOfTerminal } from '@mizan/contract/terminal-settings.ts';
import type { TerminalSettings } from '@mizan/contract/terminal-settings-terms.ts';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../platform/formats.ts';
import { useMay } from '../../platform/use-may.ts';
import { Section } from '../../ui/page.tsx';
import { ageText, useAgeSeconds } from './heartbeat.tsx';
import type { AnsweredAt } from './heartbeat-age.ts';
import { useTerminalSettings } from './settings.queries.ts';
import classes from './terminal-detail.module.css';

/** Opens the settings beside the terminal. */
export function ConfigureButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('terminals');
  if (!useMay(configureTerminal)) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.6} aria-hidden="true" />}
      onClick={onOpen}
    >
      {t('terminals:settings.configure')}
    </Button>
  );
}

interface SettingsSectionProps {
  terminal: TerminalDetail;
  answered: AnsweredAt;
}

/** What the terminal says that it is set to, and what is on its way to it. */
export function SettingsSection({ terminal, answered }: SettingsSectionProps) {
  const { t } = useTranslation('terminals');
  const { data } = useTerminalSettings(terminal.id);
  if (!data) return null;
  const { inForce, asked } = data;
  return (
    <Section title={t('terminals:settings.title')}>
      {asked && <AskedLine asked={asked} terminal={terminal} answered={answered} />}
      {inForce ? (
        <>
          <p className={classes['quiet']}>
            {t('terminals:settings.inForce', { time: formatMoment(inForce.since) })}
          </p>
          <SettingsList settings={inForce.settings} />
        </>
      ) : (
        <p className={classes['quiet']}>{t('terminals:settings.none')}</p>
      )}
    </Section>
  );
}

interface AskedLineProps extends SettingsSectionProps {
  asked: NonNullable<SettingsOfTerminal['asked']>;
}

/** Sent is not in force: until the terminal says so it is said how long it waits, and for what. */
export function AskedLine({ asked, terminal, answered }: AskedLineProps) {
  const { t } = useTranslation('terminals');
  const age = useAgeSeconds(asked.askedAt, answered) ?? 0;
  const key = stateKey(asked.state, terminal);
  return (
    <p role="status" className={classes['asked']} data-bad={asked.state === 'REFUSED' || undefined}>
      <strong>{t(`terminals:settings.state.${key}`)}</strong>{' '}
      <span>
        {t('terminals:settings.askedBy', { name: asked.askedByName, time: ageText(asked.askedAt, age) })}
      </span>
    </p>
  );
}

type StateKey = 'REFUSED' | 'SENT' | 'WAITING' | 'AWAY';
const stateKey = (
  state: AskedLineProps['asked']['state'],
  { connection }: Pick<TerminalDetail, 'connection'>,
): StateKey => (state === 'REFUSED' || connection === 'CONNECTED' ? state : 'AWAY');

function SettingsList({ settings }: { settings: TerminalSettings }) {
  const { t } = useTranslation('terminals');
  return (
    <dl className={classes['pairs']}>
      {settingRows(settings, t).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const allowances = ['ownPurchases', 'ownRefunds', 'cash'] as const;

/** Each setting by its name, with its value in words. */
function settingRows(settings: TerminalSettings, t: TFunction): [string, string][] {
  return [
    [t('terminals:settings.language'), t(`terminals:settings.languages.${settings.language}`)],
    ...allowances.map((name): [string, string] => [
      t(`terminals:settings.${name}`),
      t(settings[name] ? 'terminals:settings.allowed' : 'terminals:settings.notAllowed'),
    ]),
  ];
}
