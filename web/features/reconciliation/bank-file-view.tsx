import { type BankFileDetail, bankFileCan, runningStates } from '@mizan/contract/reconciliation.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../platform/lazy-part.ts';
import { DrawerPlace } from '../../ui/drawer-place.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { writeCounted } from './bank-file/counted-rows.ts';
import { useBankFile } from './bank-file/reconciliation.queries.ts';
import { useReconciliationSearch } from './bank-file/reconciliation.search.ts';
import { BankFileFrame } from './bank-file-frame.tsx';
import { VerdictView } from './verdict/verdict-view.tsx';

/** Only a file that is being read shows how far it is. */
const BankFileProgress = lazyPart(async () => ({
  default: (await import('./bank-file-progress.tsx')).BankFileProgress,
}));

/** Only a file that a person is to look at needs the form. */
const ReadingForm = lazyPart(async () => ({
  default: (await import('./reading/reading-form.tsx')).ReadingForm,
}));

/** Few files come to nothing. */
const EndedNote = lazyPart(() => import('./bank-file-notes.tsx'));

/** What opens beside a verdict. */
const EntryDrawer = lazyPart(async () => ({
  default: (await import('./lines/entry-drawer.tsx')).EntryDrawer,
}));
const BankLetterDrawer = lazyPart(async () => ({
  default: (await import('./verdict/bank-letter-drawer.tsx')).BankLetterDrawer,
}));

/** What opens before one. */
const CountedDrawer = lazyPart(async () => ({
  default: (await import('./reading/counted-drawer.tsx')).CountedDrawer,
}));

/** One bank file, from its progress over how it is read to its verdict. */
export function BankFilePage({ id }: { id: string }) {
  const { t } = useTranslation('reconciliation');
  const query = useBankFile(id);
  const detail = query.data;
  if (detail) {
    return (
      <BankFileFrame detail={detail} drawer={<OpenDrawer detail={detail} />}>
        <BankFileBody detail={detail} />
      </BankFileFrame>
    );
  }
  return (
    <BankFileFrame detail={null}>
      <h1 className="mz-visually-hidden">{t('reconciliation:title')}</h1>
      <Loaded
        of={query}
        missing={
          <ErrorState
            error={query.error}
            title={t('reconciliation:notFound.title')}
            help={t('reconciliation:notFound.help')}
          />
        }
      >
        {() => null}
      </Loaded>
    </BankFileFrame>
  );
}

/** The lines of a number, the letter or the entry that the address names. */
function OpenDrawer({ detail }: { detail: BankFileDetail }) {
  const { entry, openEntry, closeEntry, isAsking, closeLetter, ...search } = useReconciliationSearch();
  if (search.counted && isReadingShown(detail, search.isHowItWasRead)) {
    return (
      <Suspense fallback={<DrawerPlace />}>
        <CountedDrawer
          key={writeCounted(search.counted)}
          detail={detail}
          asked={search.counted}
          onClose={search.closeLines}
        />
      </Suspense>
    );
  }
  if (isAsking && detail.state === 'DONE' && detail.result) {
    return (
      <Suspense fallback={<DrawerPlace />}>
        <BankLetterDrawer detail={detail} result={detail.result} onClose={closeLetter} />
      </Suspense>
    );
  }
  if (entry === undefined || !bankFileCan.open(detail.state)) return null;
  return (
    <Suspense fallback={<DrawerPlace />}>
      <EntryDrawer
        key={entry}
        id={detail.id}
        seq={entry}
        exceptionCount={detail.exceptionCount}
        onGo={openEntry}
        onClose={closeEntry}
      />
    </Suspense>
  );
}

/** A file that a person is asked about, or whose reading they look at again. */
const isReadingShown = ({ state }: BankFileDetail, isHowItWasRead: boolean): boolean =>
  state === 'WAITING_LAYOUT' || (state === 'DONE' && isHowItWasRead);

/** Other columns, or what they are taken for. */
const keyOf = ({ columns }: NonNullable<BankFileDetail['proposal']>): string =>
  columns.map(({ key, field }) => `${key}=${field}`).join('\n');

function BankFileBody({ detail }: { detail: BankFileDetail }) {
  const { isHowItWasRead } = useReconciliationSearch();
  if (isReadingShown(detail, isHowItWasRead) && detail.proposal) {
    return (
      <Suspense fallback={<LoadingState rows={10} />}>
        {/* Tried again with other columns, it begins anew. */}
        <ReadingForm key={keyOf(detail.proposal)} detail={detail} proposal={detail.proposal} />
      </Suspense>
    );
  }
  if (detail.state === 'DONE' && detail.result) return <VerdictView detail={detail} result={detail.result} />;
  const Note = runningStates.includes(detail.state) ? BankFileProgress : EndedNote;
  return (
    <Suspense fallback={<LoadingState rows={3} />}>
      <Note detail={detail} />
    </Suspense>
  );
}
