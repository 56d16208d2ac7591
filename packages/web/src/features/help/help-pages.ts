/** The help pages of S1 section 2. */
export const helpPages = ['pc', 'app', 'interface'] as const
export type HelpPage = (typeof helpPages)[number]
