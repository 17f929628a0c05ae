import { Button, SegmentedControl } from '@mantine/core';
import { type Closing, canReopen } from '@mizan/contract/closing.ts';
import type { ApplicationDetail, MerchantRow } from '@mizan/contract/merchants.ts';
import { applicationCan } from '@mizan/contract/onboarding.ts';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatDateTime } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ApplicationFacts } from './application-facts.tsx';
import { MembersList } from './members-list.tsx';
import { ApplicationBadge, MerchantBadge } from './merchant-badges.tsx';
import classes from './merchants.module.css';
import type { DecisionKind } from './merchants.queries.ts';
import { useMerchant } from './merchants.queries.ts';
import type { Suspension } from './suspension.queries.ts';

const DecisionDialog = lazyPart(() => import('./decision-dialog.tsx'));
const ReopenDialog = lazyPart(() => import('./reopen-dialog.tsx'));
const ObserveDialog = lazyPart(() => import('./observe-dialog.tsx'));
const MerchantRates = lazyPart(() => import('./merchant-rates.tsx'));
const MerchantTerminals = lazyPart(() => import('./merchant-terminals.tsx'));
const SuspensionDialog = lazyPart(() => import('./suspension-dialog.tsx'));

const nameOf = (merchant: MerchantRow): string => (language === 'en' ? merchant.nameEn : merchant.nameAr);
/** Whose people are let in or kept out; before an approval there is nobody but the applicant. */
const hasMembers = ({ status }: MerchantRow): boolean => status === 'ACTIVE' || status === 'SUSPENDED';

interface DrawerProps {
  id: string;
  onClose: () => void;
  /** What administrators did about it: the matter of another feature. */
  changesOf: (id: string) => ReactNode;
}

/** One merchant: who may work there, its application, its documents, and what may be decided now. */
export default function MerchantDrawer({ id, onClose, changesOf }: DrawerProps) {
  const { t } = useTranslation(['merchants', 'shell']);
  const [deciding, setDeciding] = useState<DecisionKind | null>(null);
  const [changing, setChanging] = useState<Suspension | null>(null);
  const [isObserving, setObserving] = useState(false);
  const [isReopening, setReopening] = useState(false);
  const query = useMerchant(id);
  const { merchant, application } = query.data ?? {};
  return (
    <DockedDrawer
      title={merchant ? <bdi>{nameOf(merchant)}</bdi> : t('shell:menu.merchants')}
      onClose={onClose}
      footer={
        merchant && (
          <Actions
            merchant={merchant}
            application={application ?? null}
            onDecide={setDeciding}
            onChange={setChanging}
            onObserve={() => setObserving(true)}
            onReopen={() => setReopening(true)}
          />
        )
      }
    >
      <Loaded of={query} rows={12}>
        {() => null}
      </Loaded>
      {merchant && <MerchantBadge status={merchant.status} />}{' '}
      {application && <ApplicationBadge state={application.state} />}
      {merchant?.closing && <ClosingFacts closing={merchant.closing} />}
      {merchant && hasMembers(merchant) && (
        <Parts id={id} application={application ?? null} onChange={setChanging} changesOf={changesOf} />
      )}
      {merchant && !hasMembers(merchant) && (
        <>
          <Application application={application ?? null} />
          {changesOf(id)}
        </>
      )}
      <Suspense>
        {application && deciding && (
          <DecisionDialog
            merchantId={id}
            application={application}
            kind={deciding}
            onClose={() => setDeciding(null)}
          />
        )}
        {merchant && isReopening && (
          <ReopenDialog merchantId={id} name={nameOf(merchant)} onClose={() => setReopening(false)} />
        )}
        {merchant && isObserving && (
          <ObserveDialog merchantId={id} name={nameOf(merchant)} onClose={() => setObserving(false)} />
        )}
        {changing && <SuspensionDialog merchantId={id} change={changing} onClose={() => setChanging(null)} />}
      </Suspense>
    </DockedDrawer>
  );
}

/** Since when an account is closed, and until when what. */
function ClosingFacts({ closing }: { closing: Closing }) {
  const { t } = useTranslation('merchants');
  const until = canReopen(closing, new Date()) ? 'until' : 'over';
  return (
    <Facts
      facts={[
        [t('merchants:closed.at'), formatDateTime(closing.at)],
        [t(`merchants:closed.${until}`), formatDateTime(closing.reopenUntil)],
        [t('merchants:closed.kept'), formatDate(closing.keptUntil)],
      ]}
    />
  );
}

const parts = ['team', 'terminals', 'rates', 'changes'] as const;
type Part = (typeof parts)[number];

interface PartsProps extends Pick<DrawerProps, 'id' | 'changesOf'> {
  application: ApplicationDetail | null;
  onChange: (subject: Suspension) => void;
}

/** What there is of a merchant in business, one part at a time: asked for once it is looked at. */
function Parts({ id, application, onChange, changesOf }: PartsProps) {
  const { t } = useTranslation('merchants');
  const [part, setPart] = useState<Part>('team');
  return (
    <>
      <SegmentedControl
        fullWidth
        className={classes['parts'] ?? ''}
        aria-label={t('merchants:parts.label')}
        value={part}
        onChange={(value) => setPart(value as Part)}
        data={parts.map((value) => ({ value, label: t(`merchants:parts.${value}`) }))}
      />
      {part === 'team' && (
        <MembersList merchantId={id} onChange={onChange}>
          <Application application={application} />
        </MembersList>
      )}
      <Suspense>
        {part === 'terminals' && <MerchantTerminals merchantId={id} />}
        {part === 'rates' && <MerchantRates merchantId={id} />}
      </Suspense>
      {part === 'changes' && changesOf(id)}
    </>
  );
}

function Application({ application }: { application: ApplicationDetail | null }) {
  const { t } = useTranslation('merchants');
  if (!application) return <p className={classes['note']}>{t('merchants:noApplication')}</p>;
  return <ApplicationFacts application={application} />;
}

interface ActionsProps {
  merchant: MerchantRow;
  application: ApplicationDetail | null;
  onDecide: (kind: DecisionKind) => void;
  onChange: (subject: Suspension) => void;
  onObserve: () => void;
  onReopen: () => void;
}

/** What can be done about the merchant as a whole. */
function Actions({ merchant, application, onDecide, onChange, onObserve, onReopen }: ActionsProps) {
  const { t } = useTranslation('merchants');
  if (merchant.closing) {
    return (
      canReopen(merchant.closing, new Date()) && (
        <Button variant="default" onClick={onReopen}>
          {t('merchants:reopen.action')}
        </Button>
      )
    );
  }
  if (!hasMembers(merchant)) {
    return application && <Decisions application={application} onDecide={onDecide} />;
  }
  const active = merchant.status === 'ACTIVE';
  const subject = { kind: 'merchant', id: merchant.id, name: nameOf(merchant) } as const;
  const verb = active ? 'suspend' : 'reinstate';
  return (
    <div className={classes['actions']}>
      {active && (
        <Button variant="default" onClick={onObserve}>
          {t('merchants:observe.action')}
        </Button>
      )}
      <Button variant="default" onClick={() => onChange({ ...subject, verb })}>
        {t(`merchants:${verb}.merchantAction`)}
      </Button>
      {active && (
        <Button variant="default" onClick={() => onChange({ ...subject, verb: 'signOut' })}>
          {t('merchants:signOut.merchantAction')}
        </Button>
      )}
    </div>
  );
}

interface DecisionsProps {
  application: ApplicationDetail;
  onDecide: (kind: DecisionKind) => void;
}

/** The decisions that the application's state allows; what stands in the way of an approval is said. */
function Decisions({ application, onDecide }: DecisionsProps) {
  const { t } = useTranslation('merchants');
  const { state, emailVerified } = application;
  if (!applicationCan.reject(state)) return null;
  return (
    <>
      {!emailVerified && <p className={classes['note']}>{t('merchants:emailNotVerified')}</p>}
      <div className={classes['actions']}>
        {applicationCan.approve(state) && (
          <Button disabled={!emailVerified} onClick={() => onDecide('approve')}>
            {t('merchants:approve')}
          </Button>
        )}
        {applicationCan.askCorrection(state) && (
          <Button variant="default" onClick={() => onDecide('correct')}>
            {t('merchants:askCorrection')}
          </Button>
        )}
        <Button variant="default" onClick={() => onDecide('reject')}>
          {t('merchants:reject')}
        </Button>
      </div>
    </>
  );
}
