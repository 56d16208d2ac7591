import { useSearch } from '@tanstack/react-router'
import { type Fence, fenceCalls, fenceList } from '@trackway/core/features/fences/calls.ts'
import { Flex, Switch, Tag } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { useUrlChange } from '../../base/history-steps.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useUser } from '../../base/session.ts'
import { ExportMenu } from '../../map/area-screen/ExportMenu.tsx'
import { ShapeIcon } from '../../map/area-screen/ShapeIcon.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { VehiclePicker } from '../../ui/vehicles/VehiclePicker.tsx'
import styles from './fences.module.css'
import type { FencesUrlState } from './url-state.ts'
import { fenceQueries } from './use-fences.ts'

interface FenceRowsProps {
  chosen: number | null
  onChoose: (fenceId: number) => void
  addButton: ReactNode
}

/** The fences of the account and those below it. */
export function FenceRows({ chosen, onChoose, addButton }: FenceRowsProps) {
  const { t } = useTranslation()
  const change = useUrlChange<FencesUrlState>()
  const showTag = (tag: string | undefined) => change({ tags: tag, pageNum: undefined })
  return (
    <ListScreen
      isNarrow
      list={fenceList}
      selected={chosen}
      onSelect={({ fenceId }) => onChoose(fenceId)}
      tools={<ChosenTag onDrop={() => showTag(undefined)} />}
      cells={{
        name: ({ name, area, colour }) => (
          <Flex component="span" align="center" gap={8} className="tw-shrink">
            <ShapeIcon shape={area.shape} colour={colour} />
            <span className="tw-ellipsis" title={name}>
              {name}
            </span>
          </Flex>
        ),
        alarmOn: ({ alarmOn }) => t(`fences.mode.${alarmOn}`),
        state: (fence) => <FenceSwitch fence={fence} />,
        tags: ({ tags }) =>
          tags.length === 0
            ? '–'
            : tags.map((tag) => (
                <button key={tag} type="button" onClick={() => showTag(tag)}>
                  <Tag>{tag}</Tag>
                </button>
              )),
      }}
      bulkFields={{
        assignVehicles: [
          {
            name: 'terminalIDs',
            label: t('fences.assign'),
            control: <VehiclePicker block isNone userId={undefined} />,
          },
        ],
      }}
      bulkMore={(rows) => (
        <ExportMenu
          onExport={(format) =>
            api(fenceCalls.export, {
              format,
              ...('ids' in rows ? { fenceIds: rows.ids.map(Number) } : { filter: rows.filter }),
            })
          }
        />
      )}
      empty={{ action: addButton }}
    />
  )
}

/** The tag that the list is narrowed to. */
function ChosenTag({ onDrop }: { onDrop: () => void }) {
  const { tags } = useSearch({ strict: false }) as FencesUrlState
  return tags === undefined ? null : (
    <Tag closable style={{ alignSelf: 'center' }} onClose={onDrop}>
      {tags}
    </Tag>
  )
}

/** Switches a fence on and off. */
export function FenceSwitch({ fence }: { fence: Pick<Fence, 'fenceId' | 'state' | 'name'> }) {
  const { t } = useTranslation()
  const { isDemo } = useUser()
  const { act, isBusy } = useAction()
  const change = (isOpen: boolean) =>
    act(async () => {
      await api(fenceCalls.update, { fenceId: fence.fenceId, state: isOpen ? 'opened' : 'closed' })
      await reread(...fenceQueries)
    })
  return (
    <Switch
      size="small"
      className={styles.switch!}
      checked={fence.state === 'opened'}
      loading={isBusy}
      disabled={isDemo}
      title={isDemo ? t('result.demoAccount') : t(`reports.fenceState.${fence.state}`)}
      aria-label={t('fences.switch', { name: fence.name })}
      onChange={(isOpen) => void change(isOpen)}
    />
  )
}
