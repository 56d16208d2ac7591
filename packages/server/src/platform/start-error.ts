/** Why the server can not start, in one sentence for the person who started it; printed without a stack. */
export class StartError extends Error {}
