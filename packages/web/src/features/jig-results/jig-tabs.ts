/** The screens of the results of production jigs, by the last part of their address. */
export const jigTabs = [
  'serialResultManager',
  'serialResultManagerV2',
  'serialGPSResultManager',
  'v1',
  'v2',
  'yield',
  'configList',
  'stations',
] as const
export type JigTab = (typeof jigTabs)[number]
