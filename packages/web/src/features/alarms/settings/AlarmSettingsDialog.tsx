import type { AlarmSettingsOfLevel } from '@trackway/core/features/alarms/setting-calls.ts'
import { type LevelDialogProps, LevelSettingsDialog } from '../../../ui/levels/LevelSettingsDialog.tsx'
import { useAlarmSettings } from './use-alarm-settings.tsx'

/** Which alarms are raised, from which threshold on, and with which severity: for an account, a type of its devices, or one device. */
export function AlarmSettingsDialog(props: LevelDialogProps) {
  return <LevelSettingsDialog<AlarmSettingsOfLevel> {...props} {...useAlarmSettings()} width={860} />
}
