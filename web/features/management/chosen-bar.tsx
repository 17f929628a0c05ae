import { Button } from '@mantine/core';
import type { Activity } from '@mizan/contract/activity.ts';
import type { ExportSubject } from '@mizan/contract/exports.ts';
import { setBranchesStatus } from '@mizan/contract/management.ts';
import { setPeopleStatus } from '@mizan/contract/people.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import { formatNumber } from '../../platform/formats.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { BranchEffects, EffectsOfSeveral } from './effects.tsx';
import classes from './management.module.css';
import { changes } from './management.queries.ts';
import { refusalText } from './refusal.words.ts';

interface ChosenBarProps {
  of: 'branches' | 'people';
  ids: string[];
  exporter: ((subject: ExportSubject) => ReactNode) | undefined;
  onClear: () => void;
}

/** What can be done with all that is chosen, over the list. */
export function ChosenBar({ of, ids, exporter, onClear }: ChosenBarProps) {
  const { t } = useTranslation('management');
  const count = { count: ids.length, number: formatNumber(ids.length) };
  const command = useCommand(of === 'branches' ? setBranchesStatus : setPeopleStatus, {
    changes,
    onDone: onClear,
    done: ({ changed }, { body }) =>
      t(
        of === 'people' && body.status === 'ACTIVE' && changed > 0
          ? 'management:together.letIn'
          : 'management:together.done',
        { count: changed, number: formatNumber(changed) },
      ),
    refusal: (error) => refusalText(error, t),
  });
  const args = (status: Activity) => ({ body: { ids, status } });
  return (
    <div className={classes['chosen']}>
      <span role="status">{t('management:together.chosen', count)}</span>
      <Button variant="subtle" size="compact-sm" onClick={onClear}>
        {t('management:together.clear')}
      </Button>
      {exporter?.({ kind: of, filter: { id: ids } })}
      <CommandButton command={command} args={args('ACTIVE')} variant="subtle" size="compact-sm">
        {t('management:activate')}
      </CommandButton>
      <CommandButton
        command={command}
        args={args('INACTIVE')}
        variant="subtle"
        size="compact-sm"
        question={{
          title: t(`management:together.${of}`, count),
          help: of === 'branches' ? <BranchEffects ids={ids} /> : <EffectsOfSeveral ids={ids} />,
          confirmLabel: t('management:deactivate'),
          danger: true,
        }}
      >
        {t('management:deactivate')}
      </CommandButton>
    </div>
  );
}
