/** Why the server cannot start, in one sentence for the person who started it; printed without a stack. */
export class StartError extends Error {}
