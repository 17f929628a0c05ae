/** Texts that any screen may show before its own file has arrived. */
export const firstTexts = ['common', 'states', 'shell', 'errors'] as const;
