import { ClearOutlined, EditOutlined, SendOutlined } from '@ant-design/icons'
import { getRouteApi } from '@tanstack/react-router'
import {
  type TargetServer,
  targetServerCalls,
  targetServerList,
} from '@trackway/core/features/target-servers/calls.ts'
import { taskList } from '@trackway/core/features/tasks/calls.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/layout/Page.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { TaskPanel } from '../tasks/TaskPanel.tsx'
import { RolloutDialog } from './RolloutDialog.tsx'
import { TargetDialog } from './TargetDialog.tsx'

const route = getRouteApi('/test/configPlatformForUser')

/** Where the devices of accounts shall report to, and how those that have to move get there. */
export function TargetServersScreen() {
  const { t } = useTranslation()
  const navigate = route.useNavigate()
  const { part } = route.useSearch()
  const go = (task?: number) => void navigate({ search: { part: 'moves', task } })
  return (
    <Page
      title={t('targetServers.title')}
      tabs={{
        activeKey: part ?? 'accounts',
        items: (['accounts', 'moves'] as const).map((key) => ({
          key,
          label: t(`targetServers.part.${key}`),
        })),
        onChange: (key) => void navigate({ search: key === 'moves' ? { part: key } : {} }),
      }}
    >
      {part === 'moves' ? <Moves onTask={go} /> : <Targets onStarted={go} />}
    </Page>
  )
}

function Targets({ onStarted }: { onStarted: (task?: number) => void }) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<TargetServer | null>(null)
  const [moved, setMoved] = useState<TargetServer | null>(null)
  return (
    <>
      <ListScreen
        list={targetServerList}
        cells={{
          typeName: ({ typeName }: TargetServer) => typeName ?? t('targetServers.allTypes'),
          target: ({ target, origin }: TargetServer) =>
            target ?? (
              <span className="tw-muted">
                {t(`targetServers.${origin === 'none' ? 'notSet' : 'staysHere'}`)}
              </span>
            ),
        }}
        rowActions={[
          {
            label: 'targetServers.setOf',
            icon: <EditOutlined />,
            call: targetServerCalls.set,
            run: setEdited,
          },
          {
            label: 'targetServers.rollOutOf',
            icon: <SendOutlined />,
            call: targetServerCalls.start,
            isFor: ({ toMove, failed }: TargetServer) => toMove + failed > 0,
            run: setMoved,
          },
          {
            label: 'targetServers.clearOf',
            icon: <ClearOutlined />,
            call: targetServerCalls.clear,
            isFor: ({ origin }: TargetServer) => origin === 'own',
            confirm: { text: 'targetServers.clearText', ok: 'targetServers.clear' },
            done: 'targetServers.cleared',
          },
        ]}
      />
      <TargetDialog row={edited} onClose={() => setEdited(null)} />
      <RolloutDialog row={moved} onClose={() => setMoved(null)} onStarted={onStarted} />
    </>
  )
}

/** The moves, whoever started them, and the one that is looked at. */
function Moves({ onTask }: { onTask: (task?: number) => void }) {
  const { t } = useTranslation()
  const { task } = route.useSearch()
  return (
    <>
      {task !== undefined && (
        <TaskPanel
          id={task}
          onClose={() => onTask()}
          cells={{
            result: ({ result }) => result && t(`reports.moveState.${result}`, { defaultValue: result }),
          }}
        />
      )}
      {task === undefined && (
        <ListScreen
          list={taskList}
          given={{ kind: 'serverMove' }}
          onSelect={({ id }) => onTask(id)}
          empty={{ title: t('targetServers.noMoves'), text: t('targetServers.noMovesText') }}
        />
      )}
    </>
  )
}
