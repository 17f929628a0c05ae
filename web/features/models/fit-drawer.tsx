import { TextInput } from '@mantine/core';
import { type getFit, modelLimits, packageFits, setFit } from '@mizan/contract/models.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { IconAlertTriangle, IconCheck, IconCircleDashed } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { formatDay, formatNumber, locale } from '../../platform/formats.ts';
import { nameIn } from '../../platform/language.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { MissingState } from '../../ui/states.tsx';
import { listClasses } from '../../ui/tab-line.tsx';
import { Sign } from './fit-grid.tsx';
import { changes } from './model-changes.ts';
import classes from './models.module.css';
import { useFit } from './models.queries.ts';
import type { ChangesOf } from './models-screen.tsx';

interface FitDrawerProps extends ChangesOf {
  modelId: string;
  pack: string;
  onClose: () => void;
}
type Fit = RouteOutput<typeof getFit>;

/** One pair of model and package: what was said, whose terminals run it, and what a change comes to. */
export function FitDrawer({ modelId, pack, onClose, changesOf }: FitDrawerProps) {
  const { t } = useTranslation(['models', 'errors']);
  const query = useFit(modelId, pack);
  const { data } = query;
  return (
    <DockedDrawer
      title={
        data ? (
          <bdi dir="ltr">
            {data.model} <Sign fit={data.fit} /> {pack}
          </bdi>
        ) : (
          <Identifier>{pack}</Identifier>
        )
      }
      onClose={onClose}
    >
      <Loaded of={query} rows={8} missing={<MissingState title={t('errors:notFound')} />}>
        {(fit) => (
          <>
            <Said fit={fit} t={t} />
            <Whose fit={fit} t={t} />
            <Change fit={fit} />
          </>
        )}
      </Loaded>
      {changesOf('model', modelId)}
    </DockedDrawer>
  );
}

const icons = { FITS: IconCheck, DOES_NOT_FIT: IconAlertTriangle, NOT_SET: IconCircleDashed } as const;

function Said({ fit: { fit, source, saidByName, saidAt, needed }, t }: { fit: Fit; t: TFunction }) {
  const SaidIcon = icons[fit];
  const packages = new Intl.ListFormat(locale, { type: 'disjunction' }).format(needed);
  return (
    <div className={classes['note']} data-quiet={fit !== 'DOES_NOT_FIT' || undefined}>
      <SaidIcon size={18} stroke={1.6} aria-hidden="true" />
      <span>
        <strong>{t(`models:fit.${fit}`)}</strong>
        <br />
        {fit === 'NOT_SET' && t('models:cell.notSetHelp')}
        {fit === 'DOES_NOT_FIT' && needed.length > 0 && t('models:cell.needed', { packages })}{' '}
        {saidByName !== null &&
          saidAt !== null &&
          t('models:cell.said', { name: saidByName, day: formatDay(saidAt) })}{' '}
        {source !== '' && t('models:cell.saidSource', { source })}
      </span>
    </div>
  );
}

/** Merchants by name, and how many terminals: nothing of what they sell. */
function Whose({ fit, t }: { fit: Fit; t: TFunction }) {
  const others = fit.terminals - fit.warned;
  return (
    <section className={listClasses['part']}>
      <h3>{t('models:cell.terminals', { number: formatNumber(fit.terminals) })}</h3>
      {fit.terminals === 0 && <p className={listClasses['quiet']}>{t('models:cell.noTerminals')}</p>}
      <ul className={classes['merchants']}>
        {fit.merchants.map(({ merchantId, nameEn, nameAr, vendor, terminals }) => (
          <li key={`${merchantId} ${vendor ?? ''}`}>
            <span>
              <bdi>{nameIn({ nameEn, nameAr })}</bdi>
              <bdi className={classes['quiet']}>{vendor ?? t('models:cell.noVendor')}</bdi>
            </span>
            <strong>{formatNumber(terminals)}</strong>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className={listClasses['quiet']}>
          {t('models:cell.other', { count: others, number: formatNumber(others) })}
        </p>
      )}
    </section>
  );
}

/** What each change makes or removes is said before it is made. */
function Change({ fit }: { fit: Fit }) {
  const { t } = useTranslation('models');
  const [source, setSource] = useState('');
  const command = useCommand(setFit, {
    changes,
    done: () => t('models:cell.done'),
    undo: () => () => call(setFit, { body: { ...body, fit: fit.fit, source: fit.source } }),
  });
  const body = { modelId: fit.modelId, package: fit.package, source: source.trim() };
  const values = { number: formatNumber(fit.warned), merchants: formatNumber(fit.warnedMerchants) };
  const comesTo = (to: Fit['fit']): string => {
    const [before, after] = [fit.fit === 'DOES_NOT_FIT', to === 'DOES_NOT_FIT'];
    if (before === after || fit.warned === 0) return t('models:cell.same');
    return t(after ? 'models:cell.comes' : 'models:cell.goes', values);
  };
  return (
    <section className={listClasses['part']}>
      <h3>{t('models:cell.change')}</h3>
      <TextInput
        label={t('models:cell.source')}
        description={t('models:cell.sourceHelp')}
        maxLength={modelLimits.source}
        value={source}
        onChange={(event) => setSource(event.currentTarget.value)}
      />
      {packageFits
        .filter((to) => to !== fit.fit)
        .map((to) => (
          <div key={to} className={listClasses['commands']}>
            <p className={listClasses['quiet']}>{comesTo(to)}</p>
            <CommandButton command={command} args={{ body: { ...body, fit: to } }} variant="default">
              {t(`models:cell.set.${to}`)}
            </CommandButton>
          </div>
        ))}
    </section>
  );
}
