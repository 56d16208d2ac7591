import type { AlarmSettingsOfLevel } from '@trackway/core/features/alarms/setting-calls.ts'
import { LevelSettingsSection, type SectionOfDevice } from '../../../ui/levels/LevelSettingsSection.tsx'
import { useAlarmSettings } from './use-alarm-settings.tsx'

/** Which alarms one device raises, as a part of its page. */
export function AlarmSettingsSection(section: SectionOfDevice) {
  return <LevelSettingsSection<AlarmSettingsOfLevel> {...section} {...useAlarmSettings()} />
}
