import type { TFunction } from 'i18next'

/** The field for the host that a device shall report to. Only the platform stores it: the device itself is not changed. */
export const hostField = (t: TFunction) =>
  ({ name: 'host', label: t('devices.host'), help: t('devices.hostHelp') }) as const
