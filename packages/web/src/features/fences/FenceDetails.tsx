import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { Button, Flex, Pagination, Tag } from 'antd'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { useUrlChange } from '../../base/history-steps.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useUser } from '../../base/session.ts'
import { useNow } from '../../base/use-now.ts'
import { useTexts } from '../../base/use-texts.ts'
import { ShapeIcon } from '../../map/area-screen/ShapeIcon.tsx'
import { SidePanel } from '../../map/area-screen/SidePanel.tsx'
import { sizeText } from '../../map/drawing/measure.ts'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Facts } from '../../ui/layout/Facts.tsx'
import { SearchField } from '../../ui/search/SearchField.tsx'
import { useRuleNames } from '../notifications/RulePicker.tsx'
import { DeleteFence } from './DeleteFence.tsx'
import { FenceSwitch } from './FenceSwitch.tsx'
import styles from './fences.module.css'
import { useScheduleText } from './form/schedule-text.ts'
import type { FencesUrlState } from './url-state.ts'
import { type FenceDetail, fenceQueries, useFenceDevices } from './use-fences.ts'

/** What is to be known of a fence, and its vehicles. */
export function FenceDetails({ fence, onClose }: { fence: FenceDetail; onClose: () => void }) {
  const { t, format } = useTexts()
  const scheduleText = useScheduleText()
  const { isDemo } = useUser()
  const change = useUrlChange<FencesUrlState>()
  const [isDeleting, setDeleting] = useState(false)
  const confirmation = [
    fence.confirmPoints !== null && t('fences.points', { count: fence.confirmPoints }),
    fence.confirmS !== null && format.duration(fence.confirmS * 1000),
  ].filter(Boolean)
  const rules = useRuleNames(fence.userId, fence.ruleIds)
  const facts: [string, string | null][] = [
    [t('reports.column.alarmOn'), t(`reports.alarmMode.${fence.alarmOn}`)],
    [t('map.areas.size'), sizeText(fence.area, format, t)],
    [t('fences.schedule.label'), scheduleText(fence.schedule)],
    [t('fences.mustBeInside'), fence.mustBeInside && scheduleText(fence.mustBeInside)],
    [t('fences.speedLimitKmh'), fence.speedLimitKmh === null ? null : format.speed(fence.speedLimitKmh)],
    [t('fences.dwellS'), fence.dwellS === 0 ? null : format.duration(fence.dwellS * 1000)],
    [t('fences.confirmation'), confirmation.join(', ') || null],
    [t('fences.ruleIds'), rules || null],
    [t('reports.column.username'), fence.username],
    [
      t('reports.column.lastEventTime'),
      fence.lastEventTime === null ? null : format.minute(fence.lastEventTime),
    ],
    [t('fences.accounts'), fence.accounts.map(({ username }) => username).join(', ') || null],
    [t('fences.groups'), fence.groups.map(({ name }) => name).join(', ') || null],
  ]
  return (
    <SidePanel
      label={t('fences.details', { name: fence.name })}
      title={
        <>
          <ShapeIcon shape={fence.area.shape} colour={fence.colour} />
          <span className="tw-ellipsis">{fence.name}</span>
          <FenceSwitch fence={fence} />
        </>
      }
      onClose={onClose}
      footer={
        <>
          <Button danger icon={<DeleteOutlined />} disabled={isDemo} onClick={() => setDeleting(true)}>
            {t('map.areas.delete')}
          </Button>
          <ActionButton
            block
            type="primary"
            icon={<EditOutlined />}
            onClick={() => change({ edit: fence.fenceId })}
          >
            {t('map.areas.edit')}
          </ActionButton>
        </>
      }
    >
      <Flex vertical gap={14}>
        {fence.tags.length > 0 && (
          <div>
            {fence.tags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </div>
        )}
        <Facts facts={facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]))} />
        <FenceDevices fence={fence} />
      </Flex>
      {isDeleting && (
        <DeleteFence
          fence={fence}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            setDeleting(false)
            onClose()
          }}
        />
      )}
    </SidePanel>
  )
}

const pageSize = 10

/** The vehicles that a fence counts for, and which of them are inside. */
function FenceDevices({ fence }: { fence: FenceDetail }) {
  const { t, format, toText } = useTexts()
  const now = useNow(30_000)
  const { isDemo } = useUser()
  const { act } = useAction()
  const [pageNum, setPageNum] = useState(1)
  const [search, setSearch] = useState('')
  const { data, error } = useFenceDevices(fence.fenceId, pageNum, search, pageSize)
  const take = (terminalID: string) =>
    act(async () => {
      await api(fenceCalls.unassign, { fenceId: fence.fenceId, terminalIDs: [terminalID] })
      await reread(...fenceQueries)
    })
  return (
    <section aria-label={t('fences.vehicles')}>
      <Flex align="center" justify="space-between" gap={8}>
        <h3>{t('fences.vehicles')}</h3>
        <span className="tw-muted tw-number">{format.number(fence.devices)}</span>
      </Flex>
      {(fence.devices > pageSize || search) && (
        <SearchField
          value={search}
          onSearch={(text) => {
            setPageNum(1)
            setSearch(text)
          }}
          label={t('fences.findVehicle')}
        />
      )}
      {error && <p role="alert">{toText(error)}</p>}
      {data?.list.length === 0 && <p className="tw-muted">{t('fences.noVehicle')}</p>}
      <ul className={styles.vehicles}>
        {data?.list.map(({ terminalID, displayName, isAssigned, insideSince, username }) => (
          <li key={terminalID} className="tw-row tw-line-below">
            <span className="tw-ellipsis">{displayName}</span>
            <span className="tw-small tw-muted tw-ellipsis">
              {insideSince === null ? username : t('fences.inside', { span: format.age(insideSince, now) })}
            </span>
            {insideSince !== null && <i className={`${styles.insideMark} tw-rigid`} aria-hidden />}
            {isAssigned && !isDemo && (
              <Button type="text" size="small" onClick={() => void take(terminalID)}>
                {t('fences.take')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data && data.total > pageSize && (
        <Pagination simple current={pageNum} pageSize={pageSize} total={data.total} onChange={setPageNum} />
      )}
    </section>
  )
}
