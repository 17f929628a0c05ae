const mark = Symbol('lease lost');

/** Thrown where another process has the lease by now: this one stops and undoes what it had begun. */
export const leaseLost = (): Error =>
  Object.assign(new Error('the lease is another process’s by now'), { [mark]: true });

export const isLeaseLost = (error: unknown): boolean => error instanceof Error && mark in error;
