import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apart, formatMoment } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { CardNumber, Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { usePurchases } from './refunds.queries.ts';
import { branchOf } from './refunds.words.ts';

const typingMs = 300;
const textMax = 64;

/** The payment that is to be given back, by what stands on its receipt. */
export function FindPurchase({ onFound, onClose }: { onFound: (id: string) => void; onClose: () => void }) {
  const { t } = useTranslation(['refunds', 'transactions']);
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), typingMs);
  return (
    <DockedDrawer title={t('refunds:new')} onClose={onClose}>
      <TextInput
        label={t('refunds:find.label')}
        description={t('refunds:find.help')}
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden="true" />}
        maxLength={textMax}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {search !== '' && <Found search={search} onFound={onFound} />}
    </DockedDrawer>
  );
}

function Found({ search, onFound }: { search: string; onFound: (id: string) => void }) {
  const { t } = useTranslation(['refunds', 'transactions']);
  const query = usePurchases(search);
  return (
    <Loaded of={query} rows={3}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState title={t('refunds:find.none')} help={t('refunds:find.noneHelp')} />
        ) : (
          <RowList
            label={t('refunds:find.found')}
            onOpen={onFound}
            rows={rows.map((row) => ({
              id: row.id,
              mark: <SchemeMark scheme={row.scheme} />,
              title: (
                <>
                  <Identifier hash>{row.id}</Identifier>{' '}
                  {row.lastFour && <CardNumber lastFour={row.lastFour} />}
                </>
              ),
              detail: [formatMoment(row.createdAt), branchOf(row)].join(apart),
              figure: <Amount amountMinor={row.amountMinor} currency={row.currency} />,
              status: <StatusBadge status={row.status} />,
            }))}
          />
        )
      }
    </Loaded>
  );
}
