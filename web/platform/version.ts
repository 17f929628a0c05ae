declare const __MIZAN_VERSION__: string;
/** The release this page was built from, for the version-code label (rules S2). */
export const version: string = __MIZAN_VERSION__;
