import { type LevelDialogProps, LevelSettingsDialog } from './LevelSettingsDialog.tsx'
import type { SettingsOfLevel } from './use-level-form.tsx'
import { type SettingKindParts, useSettingKind } from './use-setting-kind.tsx'

/** Settings of a kind, its fields from its schema, at an account, a type of its devices, or one device. */
export function SettingKindDialog<Settings extends SettingsOfLevel<object, object>>(
  props: SettingKindParts<Settings> & LevelDialogProps,
) {
  return <LevelSettingsDialog<Settings> {...props} {...useSettingKind(props)} width={680} />
}
