import { batterySettingKind } from '@trackway/core/features/batteries/calls.ts'
import { LevelSettingsSection, type SectionOfDevice } from '../../ui/levels/LevelSettingsSection.tsx'
import { useSettingKind } from '../../ui/levels/use-setting-kind.tsx'

/** The limits of the packs of one vehicle, as a part of the page of its device. */
export function PackLimitsSection(section: SectionOfDevice) {
  const parts = useSettingKind({
    kind: batterySettingKind,
    texts: 'batteries.settings',
    rereads: ['batteries', 'list'],
  })
  return <LevelSettingsSection {...section} {...parts} />
}
