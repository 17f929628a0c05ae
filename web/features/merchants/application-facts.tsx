import type { ApplicationDetail } from '@mizan/contract/merchants.ts';
import { labelOf } from '@mizan/contract/onboarding-fields.ts';
import { bankOf } from '@mizan/contract/saudi-banks.ts';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import { apart, formatBytes, formatDateTime } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { useOfferedDevices, vendorName } from '../../platform/offered-devices.ts';
import { type OfferedPlaces, placeName, useOfferedPlaces } from '../../platform/offered-places.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import classes from './merchants.module.css';
import { downloadDocument } from './merchants.queries.ts';

/** A field as people call it: 'Terminal ID, Branch 1, Terminal 2'. */
export function useFieldName(): (path: string) => string {
  const { t } = useTranslation('onboarding');
  return (path) => {
    const numbers = path
      .split('.')
      .filter((part) => /^\d+$/.test(part))
      .map((part) => Number(part) + 1);
    const [first, second] = numbers;
    const isCashier = path.startsWith('cashiers');
    const places = [
      first !== undefined &&
        t(isCashier ? 'onboarding:cashiers.title' : 'onboarding:branches.title', { number: first }),
      second !== undefined && t('onboarding:branches.terminal', { number: second }),
    ];
    return [t(`onboarding:fields.${labelOf(path)}`), ...places.filter(Boolean)].join(apart);
  };
}

/** A choice by the name that it was chosen by, where the form keeps a code or the English name of a place. */
function businessValue(places: OfferedPlaces, field: string, value: string): string {
  if (field === 'bank') return bankOf(value)?.[language] ?? value;
  return placeName(places, field, value);
}

/** What the applicant sent, whole. */
export function ApplicationFacts({ application }: { application: ApplicationDetail }) {
  const { t } = useTranslation(['merchants', 'onboarding']);
  const nameOf = useFieldName();
  const places = useOfferedPlaces();
  const devices = useOfferedDevices();
  const { business, branches, cashiers, askedFields, note } = application;
  const businessRows = Object.entries(business).map(([field, value]): [string, string] => [
    t(`onboarding:fields.${labelOf(`business.${field}`)}`),
    businessValue(places, field, value),
  ]);
  return (
    <>
      {note && (
        <p className={classes['note']}>
          {t('merchants:note')}: <bdi>{note}</bdi>
        </p>
      )}
      {askedFields.length > 0 && (
        <p className={classes['note']}>
          {t('merchants:asked')}: {askedFields.map(nameOf).join(language === 'en' ? ', ' : '، ')}
        </p>
      )}
      <Part title={t('onboarding:steps.account')}>
        <Lines
          rows={[
            [t('onboarding:fields.username'), application.username],
            [t('merchants:sentAt'), formatDateTime(application.sentAt)],
            [t('merchants:language'), t(`merchants:languageName.${application.locale}`)],
            [t('merchants:decidedBy'), application.decidedByName ?? ''],
          ]}
        />
      </Part>
      <Part title={t('onboarding:steps.business')}>
        <Lines rows={businessRows} />
      </Part>
      <Part title={t('onboarding:steps.branches')}>
        <Lines
          rows={branches.flatMap((branch, index): [string, string][] => [
            [nameOf(`branches.${index}.name`), `${branch.name}${apart}${branch.address}`],
            ...branch.terminals.map(({ tid, model, msp }, place): [string, string] => [
              nameOf(`branches.${index}.terminals.${place}.tid`),
              `${tid}${apart}${model}${apart}${vendorName(devices, msp)}`,
            ]),
          ])}
        />
      </Part>
      <Part title={t('onboarding:steps.cashiers')}>
        <Lines
          rows={cashiers.map(({ name, username, branch }, index) => [
            t('onboarding:cashiers.title', { number: index + 1 }),
            `${name}${apart}${username}${apart}${branches[branch]?.name ?? ''}`,
          ])}
        />
      </Part>
      <Part title={t('onboarding:steps.documents')}>
        <Documents documents={application.documents} />
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes['part']}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** What the applicant left out is said, too. */
function Lines({ rows }: { rows: readonly (readonly [term: string, value: string])[] }) {
  const { t } = useTranslation('merchants');
  return (
    <Facts
      facts={rows.map(([term, value]) => [
        term,
        value === '' ? t('merchants:none') : <bdi key={term}>{value}</bdi>,
      ])}
    />
  );
}

function Documents({ documents }: Pick<ApplicationDetail, 'documents'>) {
  const fetch = useCommand(downloadDocument);
  return (
    <ul className={classes['documents']}>
      {documents.map(({ id, fileName, sizeBytes }) => (
        <li key={id}>
          <CommandButton
            variant="subtle"
            command={fetch}
            args={id}
            leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
          >
            <bdi>{fileName}</bdi>
            {apart}
            {formatBytes(sizeBytes)}
          </CommandButton>
        </li>
      ))}
    </ul>
  );
}
