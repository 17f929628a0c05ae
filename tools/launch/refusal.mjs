/** An error that its message explains in full: shown as one line, without a stack. */
export class Refusal extends Error {}
