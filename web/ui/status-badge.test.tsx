import { activities } from '@mizan/contract/activity.ts';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { beforeAll, expect, test } from 'vitest';
import branches from '../../locales/en/branches.json' with { type: 'json' };
import transactions from '../../locales/en/transactions.json' with { type: 'json' };
import { ActivityBadge } from './activity-badge.tsx';
import { StatusBadge } from './status-badge.tsx';

const texts = i18next.createInstance();
beforeAll(async () => {
  await texts.use(initReactI18next).init({ lng: 'en', resources: { en: { transactions, branches } } });
});

const drawn = (badge: ReactNode): string =>
  renderToStaticMarkup(<I18nextProvider i18n={texts}>{badge}</I18nextProvider>);
const draw = (status: string, alone = false): string => drawn(<StatusBadge status={status} alone={alone} />);
const words = (markup: string): string => markup.replace(/<[^>]*>/g, '');

test.each([
  ['APPROVED', 'Approved', 'ok'],
  ['INITIALIZED', 'Initialized', 'progress'],
  ['CANCELED', 'Canceled', 'neutral'],
  ['TERMINAL NOT CONNECTED', 'Terminal not connected', 'offline'],
  ['DECLINED', 'Declined', 'danger'],
  ['TERMINAL_MISCONF', 'Terminal misconfiguration', 'fault'],
  ['TIMEOUT', 'Timeout', 'wait'],
  ['ACTIVE', 'Active', 'ok'],
  ['INACTIVE', 'Inactive', 'neutral'],
])('%s: word, icon and tone, the stored value in the title', (status, word, tone) => {
  const activity = activities.find((each) => each === status);
  const markup = activity ? drawn(<ActivityBadge activity={activity} />) : draw(status);
  expect(words(markup)).toBe(word);
  expect(markup).toContain('<svg');
  expect(markup).toContain(`data-tone="${tone}"`);
  expect(markup).toContain(`title="${status}"`);
});

test('any other value is cut to six characters and an ellipsis', () => {
  expect(words(draw('PARTIALLY_REFUNDED'))).toBe('PARTIA…');
  expect(words(draw('VOID'))).toBe('VOID…');
});

test('what is right has no ground in a list, and one where it stands alone', () => {
  expect(draw('APPROVED')).toContain('data-quiet');
  expect(draw('APPROVED', true)).not.toContain('data-quiet');
  expect(draw('DECLINED')).not.toContain('data-quiet');
});
