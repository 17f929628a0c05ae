import { DirectionProvider, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { colorSchemeManager } from '../platform/color-scheme.ts';
import { direction } from '../platform/language.ts';
import { styleNonce } from '../platform/nonce.ts';
import { theme } from './theme.ts';

const schemes = colorSchemeManager();

/** The theme, the direction of reading and the colour scheme around everything. */
export function Look({ children }: { children: ReactNode }) {
  return (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        colorSchemeManager={schemes}
        getStyleNonce={styleNonce}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}
