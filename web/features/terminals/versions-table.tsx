import { isOtherModel } from '@mizan/contract/mada-packages.ts';
import type { TerminalDetail } from '@mizan/contract/terminal-history.ts';
import { IconEqual } from '@tabler/icons-react';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { locale } from '../../platform/formats.ts';
import type { HelpTerm } from '../../platform/help-terms.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { Section } from '../../ui/page.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { TermHelp } from '../../ui/term-help.tsx';
import { Unlike } from './detail-warnings.tsx';
import classes from './terminal.module.css';

interface Version {
  /** Where its name is a term of the field. */
  help?: HelpTerm;
  name: string;
  installed: string | null;
  /** What it ought to be; null where nobody has said. */
  needed: string | null;
  /** Null where there is nothing to hold it against. */
  isEqual: boolean | null;
}

const dash = '—';

/** What is installed against what is needed, with = or ≠ between them; where nobody has said what is needed, neither. */
export function VersionsTable({ terminal }: { terminal: TerminalDetail }) {
  const { t } = useTranslation('terminals');
  const { model, reportedModel, version, madaApp, madaPackage, provider, telemetryAt } = terminal;
  const { packageFit: fit, packagesNeeded: needed } = terminal;
  const either = new Intl.ListFormat(locale, { type: 'disjunction' }).format(needed);
  const rows: Version[] = [
    {
      name: t('terminals:columns.model'),
      installed: reportedModel,
      needed: model,
      isEqual: reportedModel === null ? null : !isOtherModel(terminal),
    },
    { name: t('terminals:versions.app'), installed: version, needed: null, isEqual: null },
    {
      name: t('terminals:telemetry.madaApp'),
      installed: madaApp ?? (telemetryAt === null ? null : t('terminals:telemetry.notInstalled')),
      needed: null,
      isEqual: null,
    },
    {
      name: t('terminals:telemetry.madaPackage'),
      help: 'mada-package',
      installed: madaPackage,
      needed: needed.length > 0 ? either : null,
      isEqual: fit === 'NOT_SET' ? null : fit === 'FITS',
    },
    { name: t('terminals:columns.provider'), installed: provider, needed: null, isEqual: null },
  ];
  return (
    <Section title={t('terminals:versions.title')}>
      <PlainTable label={t('terminals:versions.title')}>
        <thead>
          <tr>
            <th scope="col">
              <span className="mz-visually-hidden">{t('terminals:versions.what')}</span>
            </th>
            <th scope="col">{t('terminals:versions.installed')}</th>
            <th scope="col">
              <span className="mz-visually-hidden">{t('terminals:versions.compared')}</span>
            </th>
            <th scope="col">{t('terminals:versions.needed')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">
                {row.name}
                {row.help && <TermHelp term={row.help} name={row.name} />}
              </th>
              <td data-bad={row.isEqual === false || undefined} className={classes['figure']}>
                {row.installed === null ? dash : <Identifier>{row.installed}</Identifier>}
              </td>
              <td>{comparedOf(row.isEqual, t('terminals:versions.like'))}</td>
              <td className={classes['quietCell']}>
                {row.needed === null ? t('terminals:versions.notSet') : <bdi>{row.needed}</bdi>}
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </Section>
  );
}

function comparedOf(isEqual: boolean | null, like: string): ReactNode {
  if (isEqual === null) return null;
  if (!isEqual) return <Unlike />;
  return (
    <span className={classes['like']} role="img" aria-label={like}>
      <IconEqual size={16} stroke={2} aria-hidden="true" />
    </span>
  );
}
