import type { LevelDialogProps } from '../../ui/levels/LevelSettingsDialog.tsx'
import { SettingKindDialog } from '../../ui/levels/SettingKindDialog.tsx'
import type { TrackSettingsOfLevel } from './setting-fields.ts'
import { useTrackSettings } from './use-track-settings.tsx'

/** What makes trips, stops and mileage: for an account, a type of its devices, or one device. */
export function TrackSettingsDialog(props: LevelDialogProps) {
  const { parts, dialog } = useTrackSettings()
  return (
    <>
      <SettingKindDialog<TrackSettingsOfLevel> {...props} {...parts} />
      {dialog}
    </>
  )
}
