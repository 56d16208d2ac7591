import type { OutputOf } from '@trackway/core/api/call.ts'
import { trackSettingCalls } from '@trackway/core/api/tracks/track-settings.ts'
import { App } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../base/session.ts'
import { type LevelDialogProps, LevelSettingsDialog } from '../../ui/levels/LevelSettingsDialog.tsx'
import { kindOf, type Level } from '../../ui/levels/level.ts'
import { RecomputeDialog } from './RecomputeDialog.tsx'
import { SettingRows } from './SettingRows.tsx'
import {
  changesPast,
  type Fault,
  faultsOf,
  faultText,
  losesTracks,
  type SettingKey,
  stillOwn,
} from './setting-fields.ts'

/** What makes trips, stops and mileage: for an account, a type of its devices, or one device. */
export function TrackSettingsDialog(props: LevelDialogProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const mayRecompute = useCan('main:device_history')
  /** Set once something was saved by which past days are others: they can then be found anew. */
  const [saved, setSaved] = useState<Level | null>(null)
  return (
    <>
      <LevelSettingsDialog<OutputOf<typeof trackSettingCalls.find>>
        {...props}
        find={trackSettingCalls.find}
        set={trackSettingCalls.set}
        texts="trackSettings"
        width={680}
        control={(settings) => <SettingRows settings={settings} />}
        stillOwn={({ own, mostDaysKept }) => stillOwn(own, mostDaysKept)}
        check={(own, settings) => {
          if (!settings) return null
          const { inherited, mostDaysKept } = settings
          const faults = Object.entries(faultsOf({ ...inherited, ...own }, mostDaysKept))
          const [first] = faults as [SettingKey, Fault][]
          return first ? faultText(t, ...first, mostDaysKept) : null
        }}
        ask={(own, settings, level) => {
          if (!settings || !losesTracks(own, settings)) return null
          const count = { ...settings.inherited, ...own }.daysKept ?? 0
          return {
            title: t('trackSettings.shorten.title', { count }),
            text: t(`trackSettings.shorten.text.${kindOf(level)}`),
            okLabel: t('trackSettings.shorten.ok'),
            typed: String(count),
          }
        }}
        rereads={['statistics', 'track']}
        onDone={(own, settings, level) => {
          if (settings && mayRecompute && changesPast(own, settings)) setSaved(level)
          else message.success(t('trackSettings.saved'))
        }}
      />
      <RecomputeDialog level={saved} onClose={() => setSaved(null)} />
    </>
  )
}
