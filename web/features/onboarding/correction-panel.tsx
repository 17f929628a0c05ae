import { type DocumentRow, getCorrection } from '@mizan/contract/onboarding.ts';
import type { Problems } from '@mizan/contract/onboarding-check.ts';
import { checkField, fieldNameOf } from '@mizan/contract/onboarding-rules.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../platform/api-client.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { focusInvalid } from '../../ui/focus-invalid.ts';
import { SubmitButton } from '../../ui/light-form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { DocumentsList } from './documents-list.tsx';
import { FormProvider, withoutPath } from './form-context.ts';
import { FormField } from './form-field.tsx';
import { sendCorrected } from './onboarding.calls.ts';
import classes from './onboarding.module.css';
import { OnboardingFrame } from './onboarding-frame.tsx';

type Asked = RouteOutput<typeof getCorrection>;

/** What an administrator asks to have corrected, by the link of a mail: these fields and no other. */
export function CorrectionPanel({ token }: { token: string }) {
  const { t } = useTranslation('onboarding');
  const [sent, setSent] = useState(false);
  const query = useQuery({
    ...routeQuery(getCorrection, { query: { token } }),
    enabled: !sent,
    refetchOnWindowFocus: false,
  });
  const isInvalid = isApiError(query.error) && query.error.status === 400;
  return (
    <OnboardingFrame title={t('onboarding:correction.title')}>
      {isInvalid && (
        <p className={classes['said']} role="alert">
          {t('onboarding:correction.invalid')}
        </p>
      )}
      {sent && (
        <>
          <div role="status">
            <h2 className={classes['subtitle']}>{t('onboarding:correction.doneTitle')}</h2>
          </div>
          <p className={classes['lead']}>{t('onboarding:correction.doneHelp')}</p>
        </>
      )}
      {!isInvalid && !sent && (
        <Loaded of={query} rows={6}>
          {(asked) => <CorrectionForm token={token} asked={asked} onSent={() => setSent(true)} />}
        </Loaded>
      )}
    </OnboardingFrame>
  );
}

type Values = Readonly<Record<string, string>>;

function problemsOf(values: Values, documents: readonly DocumentRow[], wantsDocuments: boolean): Problems {
  const problems: Problems = {};
  for (const [path, value] of Object.entries(values)) {
    const name = fieldNameOf(path);
    const outcome = name && checkField(name, value);
    if (outcome && 'problem' in outcome) problems[path] = outcome.problem;
  }
  if (wantsDocuments && documents.length === 0) problems['documents'] = 'documentsRequired';
  return problems;
}

function CorrectionForm({ token, asked, onSent }: { token: string; asked: Asked; onSent: () => void }) {
  const { t } = useTranslation('onboarding');
  const [values, setValues] = useState<Values>(
    Object.fromEntries(asked.fields.map(({ path, value }) => [path, value])),
  );
  const [documents, setDocuments] = useState<DocumentRow[]>([]);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  const problems = { ...problemsOf(values, documents, asked.wantsDocuments), ...refused };

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    setTried(true);
    setFailure(null);
    if (Object.keys(problems).length > 0) return focusInvalid(form);
    setWorking(true);
    const list = Object.entries(values).map(([path, value]) => ({ path, value }));
    const outcome = await sendCorrected(token, list).finally(() => setWorking(false));
    if (outcome.kind === 'done') onSent();
    else if (outcome.kind === 'failed') setFailure(outcome.key);
    else {
      setRefused(outcome.problems);
      focusInvalid(form);
    }
  }
  function change(path: string, value: string): void {
    setRefused((now) => withoutPath(now, path));
    setValues((now) => ({ ...now, [path]: value }));
  }
  return (
    <form className={classes['form']} onSubmit={(event) => void submit(event)} noValidate>
      <p className={classes['lead']}>
        <bdi>{asked.businessName}</bdi>: {asked.note}
      </p>
      {failure !== null && (
        <p className={classes['said']} role="alert">
          {t(failure)}
        </p>
      )}
      <FormProvider
        value={{ valueOf: (path) => values[path] ?? '', change, problems: tried ? problems : {} }}
      >
        {asked.fields.map(({ path }) => (
          <FormField key={path} path={path} />
        ))}
        {asked.wantsDocuments && (
          <DocumentsList
            token={token}
            documents={documents}
            onAdded={(added) => setDocuments((now) => [...now, added])}
            onRemoved={(id) => setDocuments((now) => now.filter((each) => each.id !== id))}
          />
        )}
      </FormProvider>
      <SubmitButton working={working}>{t('onboarding:actions.sendCorrection')}</SubmitButton>
    </form>
  );
}
