import { Select } from '@mantine/core';
import { type BranchRow, moveTerminals } from '@mizan/contract/management.ts';
import { listTerminals } from '@mizan/contract/terminals.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import { formatNumber } from '../../platform/formats.ts';
import { nameIn } from '../../platform/language.ts';
import { runAndSay } from '../../ui/command-button.tsx';
import classes from './management.module.css';
import { changes, useChoices } from './management.queries.ts';
import { OpensChoice } from './opens-choice.tsx';

/** The way out beside closing a branch: its terminals go on in another one. */
export function MoveTerminals({ branch }: { branch: BranchRow }) {
  const { t } = useTranslation('management');
  const [isChoosing, setIsChoosing] = useState(false);
  const others = (useChoices().data?.branches ?? []).filter(
    ({ id, status }) => id !== branch.id && status === 'ACTIVE',
  );
  const move = useCommand(moveTerminals, {
    changes: [...changes, listTerminals],
    done: ({ moved, left }, { body }) => {
      const to = others.find(({ id }) => id === body.toBranchId);
      const said = t('management:move.done', {
        count: moved,
        number: formatNumber(moved),
        name: to ? nameIn(to) : '',
      });
      return left === 0
        ? said
        : `${said} ${t('management:move.left', { count: left, number: formatNumber(left) })}`;
    },
  });
  if (branch.terminals.total === 0 || others.length === 0) return null;
  if (!isChoosing) {
    return (
      <OpensChoice isRefused={move.isRefused} onOpen={() => setIsChoosing(true)}>
        {t('management:move.to')}
      </OpensChoice>
    );
  }
  return (
    <div className={classes['move']}>
      <Select
        label={t('management:move.label')}
        description={t('management:move.help')}
        searchable
        autoFocus
        disabled={move.isWorking}
        data={others.map((each) => ({ value: each.id, label: nameIn(each) }))}
        value={null}
        onChange={(toBranchId) => {
          if (toBranchId !== null) void runAndSay(move, { params: { id: branch.id }, body: { toBranchId } });
        }}
      />
    </div>
  );
}
