import { useHotkeys } from '@mantine/hooks';
import { paths } from '@mizan/contract/paths.ts';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './search-field.module.css';

const maxSearchLength = 64;

/** Finds a transaction from anywhere: it opens the list with its own search set. '/' comes here. */
export function SearchField() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => input.current?.focus()]]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const search = input.current?.value.trim() ?? '';
    if (search !== '') void navigate({ to: paths.transactions, search: { search } as never });
  }

  return (
    <form role="search" className={classes['search']} onSubmit={submit}>
      <IconSearch size={18} stroke={1.6} aria-hidden="true" />
      <input
        ref={input}
        type="search"
        className={classes['field']}
        aria-label={t('shell:search.label')}
        placeholder={t('shell:search.placeholder')}
        maxLength={maxSearchLength}
        aria-keyshortcuts="/"
      />
      <kbd className={classes['key']} aria-hidden="true">
        /
      </kbd>
    </form>
  );
}
