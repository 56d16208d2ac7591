import { CheckCircleOutlined } from '@ant-design/icons'
import { episodeCalls } from '@trackway/core/features/episodes/calls.ts'
import { trackSettingCalls, trackSettings } from '@trackway/core/features/track-settings/calls.ts'
import { addDays, dayAt, startOfDay } from '@trackway/core/rules/local-days.ts'
import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { InstantField } from '../../ui/form/field-controls.tsx'
import { kindOf, type Level } from '../../ui/levels/level.ts'
import type { SettingKindParts } from '../../ui/levels/use-setting-kind.tsx'
import {
  changesPast,
  losesTracks,
  notesOf,
  settingGroups,
  settingNumbers,
  stillOwn,
  type TrackSettingsOfLevel,
} from './setting-fields.ts'

const kind = { values: trackSettings, numbers: settingNumbers, calls: trackSettingCalls }

/** The form of the track settings, and the dialog that follows where past days are others by what was saved. */
export function useTrackSettings({ isOnPage = false } = {}): {
  parts: SettingKindParts<TrackSettingsOfLevel>
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const mayShorten = useCan('main:device_history')
  const [saved, setSaved] = useState<Level | null>(null)
  return {
    parts: {
      kind,
      texts: 'trackSettings',
      groups: mayShorten ? { ...settingGroups, storage: ['daysKept'] } : settingGroups,
      notes: (own, settings) => notesOf(t, own, settings),
      stillOwn: ({ own, mostDaysKept }) => stillOwn(own, mostDaysKept),
      toConfirmation: (own, settings, level) => {
        if (!settings || !losesTracks(own, settings)) return null
        const count = { ...settings.inherited, ...own }.daysKept ?? 0
        return {
          title: t('trackSettings.shorten.title', { count }),
          text: t(`trackSettings.shorten.text.${kindOf(level)}`),
          okLabel: t('trackSettings.shorten.ok'),
          typed: String(count),
        }
      },
      rereads: ['statistics', 'track'],
      onDone: (own, settings, level) => {
        if (settings && mayShorten && changesPast(own, settings)) setSaved(level)
        else if (!isOnPage) message.success(t('trackSettings.saved'))
      },
    },
    dialog: <RecomputeDialog level={saved} onClose={() => setSaved(null)} />,
  }
}

/** What is offered first: a month, as people look at. */
const usualDays = 30

/** After a change: today is recalculated by itself, past days on request. */
function RecomputeDialog({ level, onClose }: { level: Level | null; onClose: () => void }) {
  const { t, format } = useTexts()
  const { timeZone } = useUser()
  const { terminalID, userId } = level ?? {}
  const now = Date.now()
  return (
    <FormDialog
      call={episodeCalls.recompute}
      title={t('trackSettings.recompute.run')}
      submitLabel={t('trackSettings.recompute.run')}
      isOpen={level !== null}
      onClose={onClose}
      label={(name) => t(`trackSettings.recompute.${name}`)}
      initial={{
        from: startOfDay(addDays(dayAt(now, timeZone), -usualDays), timeZone),
        ...(terminalID !== undefined ? { terminalIDs: [terminalID] } : userId !== undefined && { userId }),
      }}
      fields={[
        <h3 key="saved" className="tw-accent">
          <CheckCircleOutlined /> {t('trackSettings.saved')}
        </h3>,
        <p key="text" className="tw-muted">
          {t('trackSettings.recompute.text')}
        </p>,
        { name: 'from', control: <InstantField isDay latest={now} /> },
      ]}
      toConfirmation={({ from }) => ({
        title: t('trackSettings.recompute.title'),
        text: t('trackSettings.recompute.confirm', { day: format.day(dayAt(Number(from), timeZone)) }),
        okLabel: t('trackSettings.recompute.run'),
      })}
      rereads={['statistics']}
      done={({ devices }) =>
        t('trackSettings.recompute.begun', { count: devices, shown: format.number(devices) })
      }
    />
  )
}
