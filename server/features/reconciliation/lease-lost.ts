const mark = Symbol('lease lost');

/** Thrown where another process holds the import by now: this one stops and undoes what it had begun. */
export const leaseLost = (): Error =>
  Object.assign(new Error('the import is held by another process'), { [mark]: true });

export const isLeaseLost = (error: unknown): boolean => error instanceof Error && mark in error;
