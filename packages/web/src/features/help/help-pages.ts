/** The help pages by their routes. */
export const helpPages = ['pc', 'app', 'interface'] as const
export type HelpPage = (typeof helpPages)[number]
