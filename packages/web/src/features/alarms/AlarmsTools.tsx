import { DesktopOutlined, QuestionCircleOutlined } from '@ant-design/icons'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import { alarmList } from '@trackway/core/features/alarms/calls.ts'
import { Button, Segmented, Tooltip } from 'antd'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { ListFileContext } from '../../ui/list/list-file.ts'
import { type AnyListUrl, urlOfView, viewOfUrl } from '../../ui/list/list-url.ts'
import { SavedViews } from '../../ui/list/SavedViews.tsx'
import type { AlarmSelection } from './list/use-alarm-selection.ts'
import { SoundMenu } from './live/SoundMenu.tsx'
import { AlarmSettingsButton } from './settings/AlarmSettingsButton.tsx'
import type { AlarmQuery, AlarmsUrl } from './url-state.ts'

interface AlarmsToolsProps {
  isAll: boolean
  filter: AlarmQuery
  selection: AlarmSelection
  total: number
  onFilter: (change: AnyListUrl) => void
  onHelp: () => void
}

/** Beside the title: whose alarms, saved views, files, sound and settings. */
export function AlarmsTools({ isAll, filter, selection, total, onFilter, onHelp }: AlarmsToolsProps) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const hasBelow = rolesWithSubAccounts.includes(useUser().role)
  const url: AlarmsUrl = useSearch({ strict: false })
  const ListFile = useContext(ListFileContext)
  return (
    <>
      {hasBelow && (
        <Segmented
          aria-label={t('alarms.whose')}
          value={isAll ? 'all' : 'own'}
          options={[
            { value: 'own', label: t('alarms.own') },
            { value: 'all', label: t('alarms.all') },
          ]}
          onChange={(whose) =>
            void navigate({
              to: whose === 'all' ? '/index/alarmsAll' : '/index/alarms',
              search: { ...url, alarm: undefined },
            })
          }
        />
      )}
      {!isPhone && (
        <SavedViews
          list="alarms"
          shown={{ filter: viewOfUrl(alarmList, url as AnyListUrl), columns: null }}
          onShow={(saved) => onFilter({ view: undefined, ...urlOfView(alarmList, saved.filter) })}
        />
      )}
      {ListFile && !isPhone && (
        <ListFile
          request={{
            list: 'alarms',
            filter: filter as never,
            columns: alarmList.columns.map(({ key }) => key),
            ...(!selection.isAll && selection.ids.length > 0 && { ids: [...selection.ids] }),
          }}
          rows={total}
        />
      )}
      {!isPhone && (
        <Tooltip title={t('alarms.wall.open')}>
          <Link
            to="/index/alarmsAll"
            search={{ wall: true }}
            aria-label={t('alarms.wall.open')}
            // The click permits the page to fill the screen, and to sound.
            onClick={() => void document.documentElement.requestFullscreen?.().catch(() => {})}
          >
            <Button type="text" icon={<DesktopOutlined />} tabIndex={-1} />
          </Link>
        </Tooltip>
      )}
      <SoundMenu />
      <AlarmSettingsButton />
      {!isPhone && (
        <Tooltip title={t('ui.keys.title')}>
          <Button
            type="text"
            icon={<QuestionCircleOutlined />}
            aria-label={t('ui.keys.title')}
            onClick={onHelp}
          />
        </Tooltip>
      )}
    </>
  )
}
