import { lazy, Suspense } from 'react';
import { loadTexts } from '../../platform/i18n.ts';
import type { Searched, Shown } from './search-field.tsx';

const palettes = {
  merchant: lazy(async () => {
    const [code] = await Promise.all([
      import('./merchant-palette.tsx'),
      loadTexts('palette', 'terminals', 'transactions', 'management', 'reconciliation'),
    ]);
    return code;
  }),
  admin: lazy(async () => {
    const [code] = await Promise.all([import('./admin-palette.tsx'), loadTexts('palette', 'merchants')]);
    return code;
  }),
} as const satisfies Record<Searched, unknown>;

const KeysDialog = lazy(async () => {
  const [code] = await Promise.all([import('./keys-dialog.tsx'), loadTexts('palette')]);
  return code;
});

interface SearchDialogsProps {
  of: Searched;
  shown: NonNullable<Shown>;
  onShow: (shown: Shown) => void;
}

/** What the field of the header opens: the command palette of a merchant's people or of administrators, and the list of keys. */
export default function SearchDialogs({ of, shown, onShow }: SearchDialogsProps) {
  const Palette = palettes[of];
  return (
    <Suspense>
      {shown === 'find' ? (
        <Palette onClose={() => onShow(null)} onKeys={() => onShow('keys')} />
      ) : (
        <KeysDialog of={of} onClose={() => onShow(null)} />
      )}
    </Suspense>
  );
}
