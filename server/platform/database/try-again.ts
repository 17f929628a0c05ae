/** Somebody else was at the same in this very moment: the same work done again succeeds. */
export class TryAgain extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'TryAgain';
  }
}
