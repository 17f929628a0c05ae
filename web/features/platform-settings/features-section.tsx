import { type FeatureSwitch, featureSwitches } from '@mizan/contract/feature-switches.ts';
import { switchFeature } from '@mizan/contract/platform-settings.ts';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import classes from './platform-settings.module.css';
import { settingsChanges } from './settings-changes.ts';

/** What can be switched off for everybody, with what that does and leaves. */
export function FeaturesSection({ switchedOff }: { switchedOff: readonly FeatureSwitch[] }) {
  const { t } = useTranslation('portal');
  return (
    <section className={classes['part']} aria-labelledby="portal-features">
      <h2 id="portal-features">{t('portal:features.title')}</h2>
      <ul className={classes['rows']}>
        {featureSwitches.map((feature) => (
          <Feature key={feature} feature={feature} isOn={!switchedOff.includes(feature)} />
        ))}
      </ul>
    </section>
  );
}

const look = { size: 12, stroke: 2, 'aria-hidden': true } as const;

function Feature({ feature, isOn }: { feature: FeatureSwitch; isOn: boolean }) {
  const { t } = useTranslation('portal');
  const name = t(`portal:features.name.${feature}`);
  const command = useCommand(switchFeature, {
    changes: settingsChanges,
    done: (_, { body }) => t(body.isOn ? 'portal:features.isOn' : 'portal:features.isOff', { name }),
  });
  return (
    <li>
      <span className={classes['rowText']}>
        <span className={classes['term']}>
          {name}{' '}
          <ToneBadge
            tone={isOn ? 'ok' : 'wait'}
            icon={isOn ? <IconCheck {...look} /> : <IconMinus {...look} />}
          >
            {t(isOn ? 'portal:features.on' : 'portal:features.off')}
          </ToneBadge>
        </span>
        <span className={classes['quiet']}>{t(`portal:features.help.${feature}`)}</span>
      </span>
      {isOn ? (
        <CommandButton
          command={command}
          args={{ params: { feature }, body: { isOn: false } }}
          variant="default"
          name={t('portal:features.switchOffNamed', { name })}
          question={{
            title: t('portal:features.question', { name }),
            help: t(`portal:features.help.${feature}`),
            confirmLabel: t('portal:features.switchOff'),
            danger: true,
          }}
        >
          {t('portal:features.switchOff')}
        </CommandButton>
      ) : (
        <CommandButton
          command={command}
          args={{ params: { feature }, body: { isOn: true } }}
          variant="default"
          name={t('portal:features.switchOnNamed', { name })}
        >
          {t('portal:features.switchOn')}
        </CommandButton>
      )}
    </li>
  );
}
