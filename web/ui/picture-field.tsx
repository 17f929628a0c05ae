import { pictureLimits } from '@mizan/contract/pictures.ts';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommandButton, type ShownCommand, say } from './command-button.tsx';
import { FileDrop } from './file-drop.tsx';
import classes from './picture-field.module.css';

const endings = ['.png', '.jpg', '.jpeg', '.webp'];

interface PictureFieldProps {
  /** What there is; null where there is none. */
  address: string | null;
  /** What it is a picture of. */
  alt: string;
  set: ShownCommand<Blob>;
  remove: ShownCommand<null>;
}

/** A picture, the way to another one, and out. What is refused is said where it was chosen. */
export function PictureField({ address, alt, set, remove }: PictureFieldProps) {
  const { t } = useTranslation('picture');
  const [error, setError] = useState<string>();
  async function take(file: File | undefined): Promise<void> {
    if (!file) return setError(t('picture:refused.pictureInvalid'));
    setError(undefined);
    const end = await set.run(file);
    if (end.isDone) say(end);
    else setError(end.text);
  }
  return (
    <div className={classes['field']}>
      {address && (
        <div className={classes['shown']}>
          <img src={address} alt={alt} />
          <CommandButton
            command={remove}
            args={null}
            variant="default"
            leftSection={<IconTrash size={16} stroke={1.6} aria-hidden="true" />}
            name={t('picture:removeName', { what: alt })}
          >
            {t('picture:remove')}
          </CommandButton>
        </div>
      )}
      <FileDrop
        held={set.isRefused}
        working={set.isWorking}
        label={t(address ? 'picture:replace' : 'picture:drop')}
        help={t('picture:help', { side: pictureLimits.sideMin })}
        accept={endings}
        onFiles={([file]) => void take(file)}
        error={error}
      />
    </div>
  );
}
