/** What the factory does with many devices (S2 section 2, `mutiCmd`). */
export const manyTabs = ['sendMutiCmd', 'searchResultCmd', 'deviceBatchManage'] as const
export type ManyTab = (typeof manyTabs)[number]
