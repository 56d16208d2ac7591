import type { SettingOrigin } from '@trackway/core/features/level-settings/levels.ts'
import type { TFunction } from 'i18next'

/** Where an inherited value was set, in words; without an origin it is the platform's own. */
export function originText(t: TFunction, origin: SettingOrigin | undefined): string {
  if (!origin) return t('ui.level.origin.platform')
  const { level, username, group } = origin
  if (level === 'group' && group !== null) return t('ui.level.origin.group', { name: group })
  return username === null
    ? t(`ui.level.origin.${level}Above`)
    : t(`ui.level.origin.${level}`, { name: username })
}
