import { Button, Modal, TextInput } from '@mantine/core';
import {
  accountCharsMax,
  bankedRoles,
  getJournalAccounts,
  type JournalAccounts,
  journalRoles,
  proposedAccounts,
  setJournalAccounts,
} from '@mizan/contract/journal-accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { type FormState, useForm } from '../../platform/form.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { Form } from '../../ui/form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './deposit.module.css';
import { inLanguage } from './settlement.words.ts';

/** What was typed, by 'sales', 'bank_3' or 'odooJournal'. */
type Values = Record<string, string>;

const isBanked = (role: string): boolean => (bankedRoles as readonly string[]).includes(role);
/** What a spreadsheet would run gets an apostrophe there, and is no account any more. */
const isRunnable = (text: string): boolean => /^[=+\-@＝＋－＠]/.test(text.trim());

const startOf = ({ accounts, odooJournal, erpnextCompany }: JournalAccounts): Values => ({
  ...Object.fromEntries(journalRoles.map((role) => [role, ''])),
  ...Object.fromEntries(
    accounts.map(({ role, bankId, account }) => [bankId === null ? role : `${role}_${bankId}`, account]),
  ),
  odooJournal: odooJournal ?? '',
  erpnextCompany: erpnextCompany ?? '',
});

function bodyOf(values: Values, { banks }: JournalAccounts) {
  const typed = (name: string): string | null => values[name]?.trim() || null;
  const chosen = (role: (typeof journalRoles)[number], bankId: string | null) => {
    const account = typed(bankId === null ? role : `${role}_${bankId}`);
    return account === null ? [] : [{ role, bankId, account }];
  };
  return {
    accounts: [
      ...journalRoles.flatMap((role) => chosen(role, null)),
      ...bankedRoles.flatMap((role) => banks.flatMap(({ id }) => chosen(role, id))),
    ],
    odooJournal: typed('odooJournal'),
    erpnextCompany: typed('erpnextCompany'),
  };
}

/** Which account of the books each line of the journal goes to. */
export default function JournalAccountsDialog({
  missing,
  onClose,
}: {
  /** What a layout lacked, by its names. */
  missing: readonly string[];
  onClose: () => void;
}) {
  const { t } = useTranslation(['settlement', 'common']);
  const query = useQuery(routeQuery(getJournalAccounts, {}));
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('settlement:accounts.title')}
      size={860}
      closeButtonProps={{ 'aria-label': t('common:actions.close') }}
    >
      <Loaded of={query} rows={8}>
        {(chosen) => <AccountsForm chosen={chosen} missing={missing} onClose={onClose} />}
      </Loaded>
    </Modal>
  );
}

interface AccountsFormProps {
  chosen: JournalAccounts;
  missing: readonly string[];
  onClose: () => void;
}

function useAccountsForm({ chosen, onClose }: AccountsFormProps) {
  const { t } = useTranslation('settlement');
  return useForm<Values, JournalAccounts>({
    edits: true,
    start: startOf(chosen),
    check: (values) =>
      Object.fromEntries(
        Object.entries(values).map(([name, text]) => [
          name,
          isRunnable(text) && t('settlement:accounts.badAccount'),
        ]),
      ),
    send: (values, seen) =>
      call(setJournalAccounts, { body: { ...bodyOf(values, chosen), seen: bodyOf(seen, chosen) } }),
    changes: [getJournalAccounts],
    onSent: () => {
      showToast({ tone: 'success', title: t('settlement:accounts.saved') });
      onClose();
    },
  });
}

function AccountsForm(props: AccountsFormProps) {
  const { chosen, missing, onClose } = props;
  const { t } = useTranslation('settlement');
  const form = useAccountsForm(props);
  const nameOf = (name: string): string => t(`settlement:accounts.role.${name}`);
  return (
    <Form form={form} submitLabel={t('settlement:accounts.save')} onCancel={onClose}>
      <p className={classes['help']}>{t('settlement:accounts.help')}</p>
      {missing.length > 0 && (
        <p role="alert" className={classes['warning']}>
          {t('settlement:accounts.missing', { roles: missing.map(nameOf).join(t('settlement:and')) })}
        </p>
      )}
      <Example form={form} />
      <Accounts form={form} banks={chosen.banks} nameOf={nameOf} />
    </Form>
  );
}

/** Fills in what is empty, and says that it is nobody's chart. */
function Example({ form }: { form: FormState<Values> }) {
  const { t } = useTranslation('settlement');
  const [isShown, setIsShown] = useState(false);
  const propose = (): void => {
    setIsShown(true);
    form.change(
      Object.fromEntries(journalRoles.map((role) => [role, form.values[role] || proposedAccounts[role]])),
    );
  };
  return (
    <div>
      <Button variant="default" onClick={propose}>
        {t('settlement:accounts.propose')}
      </Button>
      {isShown && <p className={classes['warning']}>{t('settlement:accounts.proposed')}</p>}
    </div>
  );
}

interface AccountsProps {
  form: FormState<Values>;
  banks: JournalAccounts['banks'];
  nameOf: (name: string) => string;
}

function Accounts({ form, banks, nameOf }: AccountsProps) {
  const { t } = useTranslation('settlement');
  const field = (name: string, label: string, more: { placeholder?: string; description?: string } = {}) => (
    <TextInput
      key={name}
      label={label}
      dir="auto"
      maxLength={accountCharsMax}
      {...more}
      {...form.field(name)}
      value={form.values[name] ?? ''}
    />
  );
  const ofBank = (role: string, bank: string): string =>
    t('settlement:accounts.ofBank', { role: nameOf(role), bank });
  const fieldsOf = (role: (typeof journalRoles)[number]) => {
    if (!isBanked(role) || banks.length < 2) return [field(role, nameOf(role))];
    const placeholder = form.values[role] || t('settlement:accounts.asAll');
    return [
      field(role, ofBank(role, t('settlement:accounts.all'))),
      ...banks.map((bank) =>
        field(`${role}_${bank.id}`, ofBank(role, inLanguage(bank)), {
          placeholder,
          ...(role === 'bank' && bank.iban && { description: bank.iban }),
        }),
      ),
    ];
  };
  return (
    <div className={classes['three']}>
      {journalRoles.flatMap(fieldsOf)}
      {field('odooJournal', nameOf('odooJournal'))}
      {field('erpnextCompany', nameOf('erpnextCompany'), {
        description: t('settlement:accounts.erpnextHelp'),
      })}
    </div>
  );
}
