import type { TFunction } from 'i18next'

/** Where a device shall report to, and that only the platform is told. */
export const hostField = (t: TFunction) =>
  ({ name: 'host', label: t('devices.host'), help: t('devices.hostHelp') }) as const
