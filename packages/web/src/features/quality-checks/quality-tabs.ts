/** The screens of quality checks, by the last part of their address. */
export const qualityTabs = ['search', 'export', 'yield', 'criteria'] as const
export type QualityTab = (typeof qualityTabs)[number]
