import { LevelSettingsSection, type SectionOfDevice } from '../../ui/levels/LevelSettingsSection.tsx'
import { useSettingKind } from '../../ui/levels/use-setting-kind.tsx'
import type { TrackSettingsOfLevel } from './setting-fields.ts'
import { useTrackSettings } from './use-track-settings.tsx'

/** What makes trips, stops and mileage of one device, as a part of its page. */
export function TrackSettingsSection(section: SectionOfDevice) {
  const { parts, dialog } = useTrackSettings({ isOnPage: true })
  return (
    <>
      <LevelSettingsSection<TrackSettingsOfLevel> {...section} {...useSettingKind(parts)} />
      {dialog}
    </>
  )
}
