import type { FeeClaimRow } from '@mizan/contract/fee-claims.ts';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { apart } from '../../platform/formats.ts';
import { nameIn } from '../../platform/language.ts';
import { Amount } from '../../ui/amount.tsx';
import { columnsOf } from '../../ui/data-table.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Section } from '../../ui/page.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { EmptyState } from '../../ui/states.tsx';
import { useClaims } from './claims.queries.ts';
import type { FeeAuditAddress } from './fee-audit.search.ts';
import { foreign, spanText } from './fee-audit.words.ts';

const nameOf = ({ bank }: FeeClaimRow): string => nameIn(bank);

/** Claims that were made, the newest first. */
export function ClaimsList({ address: { state, change } }: { address: FeeAuditAddress }) {
  const { t } = useTranslation(['fees', 'units']);
  const onPhone = useIsPhone();
  const list = useClaims();
  const columns = useMemo(() => columnsIn(t), [t]);
  const open = (id: string) =>
    change({ claim: id, draft: undefined, draftCurrency: undefined, lost: undefined });
  return (
    <Section title={t('fees:claims.title')}>
      <ListTable
        list={list}
        skeletonRows={2}
        onClear={false}
        empty={<EmptyState title={t('fees:claims.empty')} help={t('fees:claims.emptyHelp')} />}
        label={t('fees:claims.title')}
        columns={columns}
        rowId={(row) => row.id}
        selectedId={state.claim ?? null}
        onOpen={(row) => open(row.id)}
        small={
          onPhone && (
            <RowList
              label={t('fees:claims.title')}
              onOpen={open}
              rows={list.rows.map((row) => ({
                id: row.id,
                title: <Identifier>{row.name}</Identifier>,
                detail: (
                  <>
                    <bdi>{nameOf(row)}</bdi>
                    {apart}
                    {t(`fees:missing.kind.${row.kind}`)}
                  </>
                ),
                figure: <Amount amountMinor={row.claimedMinor} currency={row.currency} />,
                status: t(`fees:claims.state.${row.state}`),
              }))}
            />
          )
        }
      />
    </Section>
  );
}

const column = columnsOf<FeeClaimRow>();

function columnsIn(t: TFunction) {
  const plain = (id: string, header: string, cell: (row: FeeClaimRow) => React.ReactNode) =>
    column.display({ id, header, cell: ({ row }) => cell(row.original) });
  const figure = (id: string, header: string, minorOf: (row: FeeClaimRow) => number | null) =>
    column.display({
      id,
      header,
      meta: { align: 'figure' },
      cell: ({ row: { original } }) => {
        const minor = minorOf(original);
        return minor === null ? '–' : <Amount amountMinor={minor} currency={foreign(original.currency)} />;
      },
    });
  return column.columns([
    plain('name', t('fees:claims.number'), (row) => <Identifier>{row.name}</Identifier>),
    plain('bank', t('fees:claims.bank'), (row) => <bdi>{nameOf(row)}</bdi>),
    plain('kind', t('fees:missing.kindTitle'), (row) => t(`fees:missing.kind.${row.kind}`)),
    plain('days', t('fees:days'), (row) => spanText(row.from, row.to, t)),
    figure('claimed', t('fees:claim.sum'), (row) => row.claimedMinor),
    figure('paid', t('fees:claims.paid'), (row) => row.paidMinor),
    plain('state', t('fees:claims.stateTitle'), (row) => t(`fees:claims.state.${row.state}`)),
  ]);
}
