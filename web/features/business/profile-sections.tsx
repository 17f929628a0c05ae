import { TextInput } from '@mantine/core';
import {
  type BusinessProfile,
  businessLimits,
  changeBusiness,
  changeReceiptTexts,
  getBusiness,
  getLogo,
  readPhone,
  vatNumberShape,
  withReceiptTexts,
} from '@mizan/contract/business.ts';
import { readEmail } from '@mizan/contract/email.ts';
import { latinDigits } from '@mizan/contract/money.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { type ShownPicture, usePicture } from '../../platform/picture.ts';
import { Facts } from '../../ui/facts.tsx';
import { Form } from '../../ui/form.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Section } from '../../ui/page.tsx';
import { ReceiptSlip } from '../../ui/receipt.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './business.module.css';
import { LogoSection } from './logo-section.tsx';

const { nameMax, addressMax, receiptLineMax } = businessLimits;

export function ProfileSections({ profile }: { profile: BusinessProfile }) {
  const { logoVersion } = profile;
  const logo = usePicture(getLogo, logoVersion === null ? null : { version: logoVersion });
  return (
    <div className={classes['columns']}>
      <div className={classes['column']}>
        <ProfileForm profile={profile} />
        <Registered registered={profile.registered} />
      </div>
      <div className={classes['column']}>
        <LogoSection logo={logo} />
        <ReceiptTextsForm profile={profile} logo={logo} />
      </div>
    </div>
  );
}

/** The profile as a form: what is left empty is nothing, digits may be of either kind. */
function useProfileForm(profile: BusinessProfile) {
  const { t } = useTranslation(['business', 'common']);
  const empty = (typed: string): boolean => typed.trim() === '';
  const vatOf = (typed: string): string => latinDigits(typed).replaceAll(/\s/g, '');
  return useForm({
    edits: true,
    start: {
      nameAr: profile.nameAr,
      nameEn: profile.nameEn,
      addressAr: profile.addressAr,
      addressEn: profile.addressEn,
      phone: profile.phone ?? '',
      email: profile.email ?? '',
      vatNumber: profile.vatNumber ?? '',
    },
    check: ({ nameAr, nameEn, phone, email, vatNumber }) => ({
      nameAr: empty(nameAr) && t('common:validation.required'),
      nameEn: empty(nameEn) && t('common:validation.required'),
      phone: !empty(phone) && readPhone(phone) === null && t('business:profile.phoneInvalid'),
      email: !empty(email) && readEmail(email) === null && t('business:profile.emailInvalid'),
      vatNumber:
        !empty(vatNumber) && !vatNumberShape.test(vatOf(vatNumber)) && t('business:profile.vatInvalid'),
    }),
    send: (values, seen) =>
      call(changeBusiness, {
        body: {
          nameAr: values.nameAr.trim(),
          nameEn: values.nameEn.trim(),
          addressAr: values.addressAr.trim(),
          addressEn: values.addressEn.trim(),
          phone: readPhone(values.phone),
          email: readEmail(values.email),
          vatNumber: empty(values.vatNumber) ? null : vatOf(values.vatNumber),
          seen: {
            ...seen,
            phone: seen.phone || null,
            email: seen.email || null,
            vatNumber: seen.vatNumber || null,
          },
        },
      }),
    changes: [getBusiness],
    onSent: () => showToast({ tone: 'success', title: t('common:toast.saved') }),
  });
}

function ProfileForm({ profile }: { profile: BusinessProfile }) {
  const { t } = useTranslation(['business', 'common']);
  const form = useProfileForm(profile);
  const optional = (label: string): string => `${label} (${t('common:words.optional')})`;
  return (
    <Section title={t('business:profile.title')}>
      <p className={classes['help']}>{t('business:profile.help')}</p>
      <Form form={form} submitLabel={t('common:actions.save')}>
        <TextInput
          label={t('business:profile.nameAr')}
          dir="rtl"
          lang="ar"
          maxLength={nameMax}
          {...form.field('nameAr')}
        />
        <TextInput
          label={t('business:profile.nameEn')}
          dir="ltr"
          lang="en"
          maxLength={nameMax}
          {...form.field('nameEn')}
        />
        <TextInput
          label={optional(t('business:profile.addressAr'))}
          description={t('business:profile.addressHelp')}
          dir="rtl"
          lang="ar"
          maxLength={addressMax}
          {...form.field('addressAr')}
        />
        <TextInput
          label={optional(t('business:profile.addressEn'))}
          dir="ltr"
          lang="en"
          maxLength={addressMax}
          {...form.field('addressEn')}
        />
        <TextInput
          type="tel"
          dir="ltr"
          label={optional(t('business:profile.phone'))}
          {...form.field('phone')}
        />
        <TextInput
          type="email"
          dir="ltr"
          label={optional(t('business:profile.email'))}
          {...form.field('email')}
        />
        <TextInput
          dir="ltr"
          inputMode="numeric"
          label={optional(t('business:profile.vatNumber'))}
          {...form.field('vatNumber')}
        />
      </Form>
    </Section>
  );
}

function Registered({ registered }: Pick<BusinessProfile, 'registered'>) {
  const { t } = useTranslation('business');
  return (
    <Section title={t('business:registered.title')}>
      <p className={classes['help']}>
        {registered ? t('business:registered.help') : t('business:registered.none')}
      </p>
      {registered && (
        <Facts
          facts={[
            [t('business:registered.name'), registered.name],
            [t('business:registered.cr'), <Identifier key="cr">{registered.cr}</Identifier>],
          ]}
        />
      )}
    </Section>
  );
}

/** What is typed stands at once on a slip, as it prints. */
function ReceiptTextsForm({ profile, logo }: { profile: BusinessProfile; logo: ShownPicture }) {
  const { t } = useTranslation(['business', 'common']);
  const form = useForm({
    edits: true,
    start: profile.receiptTexts,
    send: ({ aboveAr, aboveEn, belowAr, belowEn }, seen) =>
      call(changeReceiptTexts, { body: { aboveAr, aboveEn, belowAr, belowEn, seen } }),
    changes: [getBusiness],
    onSent: () => showToast({ tone: 'success', title: t('common:toast.saved') }),
  });
  const inArabic = { dir: 'rtl', lang: 'ar', maxLength: receiptLineMax } as const;
  const inEnglish = { dir: 'ltr', lang: 'en', maxLength: receiptLineMax } as const;
  return (
    <Section title={t('business:receipt.title')}>
      <p className={classes['help']}>{t('business:receipt.help')}</p>
      <Form form={form} submitLabel={t('common:actions.save')}>
        <TextInput label={t('business:receipt.aboveAr')} {...inArabic} {...form.field('aboveAr')} />
        <TextInput label={t('business:receipt.aboveEn')} {...inEnglish} {...form.field('aboveEn')} />
        <TextInput label={t('business:receipt.belowAr')} {...inArabic} {...form.field('belowAr')} />
        <TextInput label={t('business:receipt.belowEn')} {...inEnglish} {...form.field('belowEn')} />
      </Form>
      <figure className={classes['preview']}>
        <figcaption className={classes['help']}>{t('business:receipt.preview')}</figcaption>
        <ReceiptSlip
          slip={withReceiptTexts(profile.sample, form.values)}
          logo={logo.address}
          address={null}
          qrLabel=""
        />
      </figure>
    </Section>
  );
}
