import { Suspense } from 'react';
import { withTexts } from '../../platform/i18n.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import type { Searched, Shown } from './search-field.tsx';

const palettes = {
  merchant: lazyPart(() =>
    withTexts(
      import('./merchant-palette.tsx'),
      'palette',
      'terminals',
      'transactions',
      'management',
      'reconciliation',
    ),
  ),
  admin: lazyPart(() => withTexts(import('./admin-palette.tsx'), 'palette', 'merchants')),
} as const satisfies Record<Searched, unknown>;

const KeysDialog = lazyPart(() => withTexts(import('./keys-dialog.tsx'), 'palette'));

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
