import { Button, Checkbox, Switch, TextInput } from '@mantine/core';
import type { WebhookFact } from '@mizan/contract/facts.ts';
import { addAddress } from '@mizan/contract/integrator-webhooks.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import classes from './integrations.module.css';
import { deliveryChanges } from './integrations.queries.ts';
import { factGroups, refusalText } from './integrations.words.ts';
import { ShownOnce } from './shown-once.tsx';

const urlChars = 500;
/** Where http would do is the portal's to say: in the demo it does on its own machine. */
const isWeb = (typed: string): boolean => URL.canParse(typed) && /^https?:$/.test(new URL(typed).protocol);

/** Adds an address, and shows its secret this once. */
export default function AddressDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['integrations', 'common']);
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm({
    start: { url: '', isTest: false, facts: [] as WebhookFact[] },
    check: ({ url, facts }) => ({
      url: !isWeb(url.trim()) && t('integrations:webhooks.urlWrong'),
      facts: facts.length === 0 && t('integrations:webhooks.noEvent'),
    }),
    send: ({ url, isTest, facts }) => call(addAddress, { body: { url: url.trim(), isTest, facts } }),
    changes: deliveryChanges,
    onSent: (made) => setSecret(made.secret),
    refusal: (error) => {
      const said = refusalText(error, t);
      return isApiError(error) && error.code === 'conflict' ? said : said && { url: said };
    },
  });
  if (secret !== null) {
    return (
      <ShownOnce
        title={t('integrations:webhooks.made')}
        secrets={[[t('integrations:webhooks.secret'), secret]]}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      form={form}
      title={t('integrations:webhooks.add')}
      submitLabel={t('integrations:webhooks.add')}
      onClose={onClose}
    >
      <TextInput
        label={t('integrations:columns.address')}
        description={t('integrations:webhooks.urlHelp')}
        placeholder="https://shop.example.sa/hooks/mizan"
        dir="ltr"
        maxLength={urlChars}
        data-autofocus
        {...form.field('url')}
      />
      <Switch
        label={t('integrations:webhooks.isTest')}
        description={t('integrations:webhooks.isTestHelp')}
        checked={form.values.isTest}
        onChange={({ currentTarget }) => form.change({ isTest: currentTarget.checked })}
      />
      <Checkbox.Group label={t('integrations:columns.events')} {...form.field('facts')}>
        {[...factGroups].map(([group, facts]) => (
          <FactGroup
            key={group}
            name={t(`integrations:factGroup.${group}`)}
            facts={facts}
            chosen={form.values.facts}
            onChange={(chosen) => form.change({ facts: chosen })}
          />
        ))}
      </Checkbox.Group>
    </FormDialog>
  );
}

interface FactGroupProps {
  name: string;
  facts: readonly WebhookFact[];
  chosen: readonly WebhookFact[];
  onChange: (chosen: WebhookFact[]) => void;
}

/** The events about one thing, chosen one by one or all at once. */
function FactGroup({ name, facts, chosen, onChange }: FactGroupProps) {
  const { t } = useTranslation('integrations');
  const others = chosen.filter((each) => !facts.includes(each));
  const isWhole = facts.every((each) => chosen.includes(each));
  const press = isWhole ? t('integrations:webhooks.noneOf') : t('integrations:webhooks.allOf');
  return (
    <div role="group" aria-label={name} className={classes['factGroup']}>
      <div className={classes['factHead']}>
        <strong>{name}</strong>
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={`${press}: ${name}`}
          onClick={() => onChange(isWhole ? others : [...others, ...facts])}
        >
          {press}
        </Button>
      </div>
      {facts.map((each) => (
        <Checkbox key={each} mt="xs" value={each} label={t(`integrations:fact.${each}`)} />
      ))}
    </div>
  );
}
