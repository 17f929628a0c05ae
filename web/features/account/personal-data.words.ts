import type { OwnRequest } from '@mizan/contract/personal-data.ts';
import type { TFunction } from 'i18next';
import { apart } from '../../platform/formats.ts';

/** What a request asks for: its kind and, where it is about one, the field. */
export const whatText = ({ kind, field }: Pick<OwnRequest, 'kind' | 'field'>, t: TFunction): string =>
  [t(`personalData:what.${kind}`), field && t(`personalData:fields.${field}`)].filter(Boolean).join(apart);
