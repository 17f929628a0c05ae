/** The nonce of this page's response, for the style tags that Mantine writes. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
}

/** The same nonce for the library that holds the page still behind a dialog: it looks for it under this name. */
export function shareStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
