/** The parts of one's own area. Everybody has it. */
export const profileTabs = ['profile', 'security', 'sessions', 'apiKeys', 'maps'] as const
export type ProfileTab = (typeof profileTabs)[number]
