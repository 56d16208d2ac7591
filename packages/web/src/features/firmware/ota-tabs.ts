/** Files, upgrades, links for devices that fetch by HTTP, and how models take firmware; each with the keys that open it. */
export const otaTabs = {
  otaList: ['test:ota', 'test:ota_view'],
  otaTasks: ['test:ota', 'test:ota_view'],
  otaHttp: ['test:ota', 'test:ota_view'],
  otaWays: ['test:ota', 'test:ota_view'],
} as const
export type OtaTab = keyof typeof otaTabs
