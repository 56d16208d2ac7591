/** What the screen of commands shows: sending, what was sent, what waits for its device, and saved commands. */
export const directiveTabs = ['send', 'history', 'waiting', 'orders'] as const
export type DirectiveTab = (typeof directiveTabs)[number]
