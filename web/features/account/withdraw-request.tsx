import {
  answerDays,
  getPersonalData,
  type OwnRequest,
  personalCan,
  withdrawPersonalRequest,
} from '@mizan/contract/personal-data.ts';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { formatNumber } from '../../platform/formats.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { whatText } from './personal-data.words.ts';

/** Takes a request of oneself back that nobody has answered. */
export function WithdrawRequest({ of: request }: { of: OwnRequest }) {
  const { t } = useTranslation('personalData');
  const withdraw = useCommand(withdrawPersonalRequest, {
    changes: [getPersonalData],
    done: () => t('personalData:withdrawn'),
    refusal: (error) =>
      isApiError(error) && error.code === 'conflict' ? t('personalData:answeredFirst') : undefined,
  });
  if (!personalCan.withdraw(request)) return null;
  return (
    <CommandButton
      command={withdraw}
      args={{ params: { id: request.id } }}
      variant="default"
      name={t('personalData:withdrawNamed', { what: whatText(request, t) })}
      question={{
        title: t('personalData:withdrawQuestion'),
        help: t('personalData:withdrawHelp', { days: formatNumber(answerDays) }),
        confirmLabel: t('personalData:withdrawIt'),
      }}
    >
      {t('personalData:withdraw')}
    </CommandButton>
  );
}
