import { Select, Switch } from '@mantine/core';
import type { TerminalDetail } from '@mizan/contract/terminal-history.ts';
import {
  configureTerminal,
  getTerminalSettings,
  type SettingsOfTerminal,
} from '@mizan/contract/terminal-settings.ts';
import {
  type TerminalSettings,
  terminalLanguages,
  unconfigured,
} from '@mizan/contract/terminal-settings-terms.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { Form } from '../../ui/form.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import type { AnsweredAt } from './heartbeat-age.ts';
import { useTerminalSettings } from './settings.queries.ts';
import { AskedLine } from './settings-state.tsx';
import classes from './terminal-detail.module.css';

interface SettingsPanelProps {
  terminal: TerminalDetail;
  answered: AnsweredAt;
  onClose: () => void;
}

/** What a terminal is to be set to. */
export default function SettingsPanel({ terminal, answered, onClose }: SettingsPanelProps) {
  const { t } = useTranslation('terminals');
  return (
    <DockedDrawer
      title={
        <>
          {t('terminals:settings.of')} <Identifier>{terminal.tid}</Identifier>
        </>
      }
      onClose={onClose}
    >
      <Loaded of={useTerminalSettings(terminal.id)} rows={6}>
        {(settings) => (
          <>
            {settings.asked && <AskedLine asked={settings.asked} terminal={terminal} answered={answered} />}
            <SettingsForm terminal={terminal} settings={settings} onClose={onClose} />
          </>
        )}
      </Loaded>
    </DockedDrawer>
  );
}

interface SettingsFormProps extends Omit<SettingsPanelProps, 'answered'> {
  settings: SettingsOfTerminal;
}

const allowances = ['ownPurchases', 'ownRefunds', 'cash'] as const;

function SettingsForm({ terminal, settings, onClose }: SettingsFormProps) {
  const { t } = useTranslation('terminals');
  const form = useForm<TerminalSettings, SettingsOfTerminal>({
    start: (settings.asked ?? settings.inForce)?.settings ?? unconfigured,
    send: (body) => call(configureTerminal, { params: { id: terminal.id }, body }),
    changes: [getTerminalSettings],
    onSent: onClose,
  });
  const { values, change } = form;
  return (
    <Form form={form} submitLabel={t('terminals:settings.send')} onCancel={onClose}>
      <Select
        label={t('terminals:settings.language')}
        allowDeselect={false}
        data={terminalLanguages.map((value) => ({
          value,
          label: t(`terminals:settings.languages.${value}`),
        }))}
        value={values.language}
        onChange={(value) => change({ language: value === 'en' ? 'en' : 'ar' })}
      />
      {allowances.map((name) => (
        <Switch
          key={name}
          label={t(`terminals:settings.${name}`)}
          description={t(`terminals:settings.${name}Help`)}
          checked={values[name]}
          onChange={(event) => change({ [name]: event.currentTarget.checked })}
        />
      ))}
      <p className={classes['quiet']}>
        {t(
          terminal.connection === 'CONNECTED'
            ? 'terminals:settings.whenConnected'
            : 'terminals:settings.whenAway',
        )}
      </p>
    </Form>
  );
}
