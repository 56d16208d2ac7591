import { batterySettingKind } from '@trackway/core/features/batteries/calls.ts'
import type { LevelDialogProps } from '../../ui/levels/LevelSettingsDialog.tsx'
import { SettingKindDialog } from '../../ui/levels/SettingKindDialog.tsx'

/** Limits of the packs of an account, a type of its devices, or one vehicle. */
export function BatterySettingsDialog(props: LevelDialogProps) {
  return (
    <SettingKindDialog
      {...props}
      kind={batterySettingKind}
      texts="batteries.settings"
      rereads={['batteries', 'list']}
    />
  )
}
