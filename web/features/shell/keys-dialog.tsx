import { Modal, Switch } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './palette.module.css';
import type { Searched } from './search-field.tsx';
import { useSingleKeys } from './single-keys.ts';

/** Between two keys that stand for all from one to the other. */
const upTo = '…';

/**
 * Every key that the portal answers, by where it counts; keys are named as they are printed. What two of them do is said once:
 * the second one stands behind the first.
 */
const keys: Readonly<
  Record<string, readonly (readonly [string, readonly string[], (readonly string[])?])[]>
> = {
  anywhere: [
    ['find', ['Ctrl', 'K'], ['/']],
    ['keys', ['?']],
    ['undo', ['Ctrl', 'Z']],
  ],
  finding: [
    ['choose', ['↑', '↓']],
    ['kind', ['Tab']],
    ['open', ['↵']],
    ['newTab', ['Ctrl', '↵']],
    ['close', ['Esc']],
  ],
  paying: [
    ['amount', ['0', upTo, '9']],
    ['digit', ['⌫']],
  ],
  lists: [
    ['row', ['↑', '↓']],
    ['detail', ['↵']],
    ['back', ['Esc']],
  ],
};

/** Administrators take no payments. */
const keysOf = (of: Searched) =>
  Object.entries(keys).filter(([place]) => of === 'merchant' || place !== 'paying');

const Pressed = ({ keys: pressed }: { keys: readonly string[] }) =>
  pressed.map((key) => (key === upTo ? key : <kbd key={key}>{key}</kbd>));

/** The keys that the portal answers, and whether it answers those that are one character alone. */
export default function KeysDialog({ of, onClose }: { of: Searched; onClose: () => void }) {
  const { t } = useTranslation(['palette', 'common']);
  const [answersSingle, setAnswersSingle] = useSingleKeys();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('palette:keys.title')}
      size={480}
      closeButtonProps={{ 'aria-label': t('common:actions.close') }}
    >
      <div className={classes['body']}>
        {keysOf(of).map(([place, list]) => (
          <section key={place}>
            <h3 className={classes['keysTitle']}>{t(`palette:keys.${place}.title`)}</h3>
            <dl className={classes['keys']}>
              {list.map(([does, pressed, other]) => (
                <Fragment key={pressed.join('+')}>
                  <dt>{t(`palette:keys.${place}.${does}`)}</dt>
                  <dd dir="ltr">
                    <Pressed keys={pressed} />
                    {other && (
                      <>
                        <bdi className={classes['or'] ?? ''}>{t('palette:keys.or')}</bdi>
                        <Pressed keys={other} />
                      </>
                    )}
                  </dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
        <Switch
          label={t('palette:keys.single')}
          description={t('palette:keys.singleHelp')}
          checked={answersSingle}
          onChange={(event) => setAnswersSingle(event.currentTarget.checked)}
        />
      </div>
    </Modal>
  );
}
