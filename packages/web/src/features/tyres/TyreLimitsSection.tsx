import { tyreSettingKind } from '@trackway/core/features/tyres/calls.ts'
import { LevelSettingsSection, type SectionOfDevice } from '../../ui/levels/LevelSettingsSection.tsx'
import { useSettingKind } from '../../ui/levels/use-setting-kind.tsx'
import { AxleLimitsField } from './AxleLimitsField.tsx'

/** The limits of the tyres of one vehicle, as a part of the page of its device. */
export function TyreLimitsSection(section: SectionOfDevice) {
  const parts = useSettingKind({
    kind: tyreSettingKind,
    controls: { axles: AxleLimitsField },
    texts: 'tyres.settings',
    rereads: ['tyres', 'list'],
  })
  return <LevelSettingsSection {...section} {...parts} />
}
