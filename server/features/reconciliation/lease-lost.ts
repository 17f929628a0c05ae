const mark = Symbol('lease lost');

/** Thrown where another process holds the bank file by now: this one stops and undoes what it had begun. */
export const leaseLost = (): Error =>
  Object.assign(new Error('the bank file is held by another process'), { [mark]: true });

export const isLeaseLost = (error: unknown): boolean => error instanceof Error && mark in error;
