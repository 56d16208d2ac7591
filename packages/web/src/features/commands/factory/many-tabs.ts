/** What the factory does with many devices. */
export const manyTabs = ['sendMutiCmd', 'searchResultCmd', 'deviceBatchManage'] as const
export type ManyTab = (typeof manyTabs)[number]
