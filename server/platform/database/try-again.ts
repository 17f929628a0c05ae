/** Somebody else was at the same in this very moment: the same work done again succeeds. */
export class TryAgain extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'TryAgain';
  }
}

/** A COMMIT that was answered with a rollback: nothing of the transaction was kept, and nothing says why. */
export class RolledBack extends Error {
  constructor() {
    super('the transaction was rolled back');
    this.name = 'RolledBack';
  }
}
