import type { OutputOf } from '@trackway/core/api/call.ts'
import { platformCalls } from '@trackway/core/features/system/calls.ts'
import { Alert, Flex } from 'antd'
import { unknown } from '../../base/format.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { PlainTable } from '../../ui/antd/PlainTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Stat, Stats } from '../../ui/layout/Stat.tsx'
import { NotStoringAlert } from '../../ui/NotStoringAlert.tsx'
import styles from './system.module.css'

/** What is taken in, what waits, how large the database is and becomes, and what is backed up. */
export function HealthTab() {
  const { t, format } = useTexts()
  const { data } = useCall(['health'], platformCalls.health, {}, { refetchInterval: 5_000 })
  if (!data) return null
  const { processes, database, backups, isBusConnected, hasOtherKey } = data
  const number = (name: string, dataIndex: string, render: (value: number) => string) =>
    ({ title: t(`system.health.${name}`), dataIndex, align: 'right', render }) as const
  const proxy = processes.find(({ untrustedProxy }) => untrustedProxy !== null)?.untrustedProxy
  const largest = database.tables[0]?.bytes ?? 1
  return (
    <Flex vertical gap={16}>
      {data.notStoring.map((failure) => (
        <NotStoringAlert key={failure.gateway} {...failure} />
      ))}
      {!isBusConnected && <Alert type="error" showIcon title={t('system.health.busLost')} />}
      {hasOtherKey && <Alert type="error" showIcon title={t('system.health.otherKey')} />}
      {proxy && (
        <Alert type="warning" showIcon title={t('system.health.untrustedProxy', { address: proxy })} />
      )}
      <HealthStats health={data} />
      <Panel title={t('system.health.processes')} isFlush>
        <PlainTable
          rowKey="name"
          dataSource={processes}
          locale={{ emptyText: t('system.health.noProcess') }}
          columns={[
            {
              title: t('system.health.name'),
              // A gateway's names all its ports.
              render: (_, { name }) => (
                <span className="tw-tool-wide tw-ellipsis tw-block" title={name}>
                  {name}
                </span>
              ),
            },
            {
              title: t('system.health.roles'),
              dataIndex: 'roles',
              render: (roles: string[]) => roles.join(', '),
            },
            {
              title: t('system.health.version'),
              render: (_, { version, node }) => `${version} · Node ${node}`,
            },
            { title: t('system.health.started'), dataIndex: 'startTime', render: format.minute },
            number('connections', 'connections', format.number),
            number('rate', 'positionsPerSecond', format.decimal),
            number('memory', 'memoryBytes', format.bytes),
          ]}
        />
      </Panel>
      <RefusedPanel processes={processes} />
      <Panel
        title={t('system.health.database')}
        note={t('system.health.databaseNote', { version: database.version, count: database.migrations })}
      >
        <ul className={styles.tables}>
          {database.tables.map(({ name, bytes }) => (
            <li key={name}>
              <span>{name}</span>
              <meter value={bytes} max={largest} aria-label={name} />
              <span className="tw-number">{format.bytes(bytes)}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title={t('system.health.backups')} isFlush>
        {backups.length === 0 ? (
          <EmptyState title={t('system.health.noBackup')} text={t('system.health.noBackupText')} />
        ) : (
          <PlainTable
            rowKey="name"
            dataSource={backups}
            columns={[
              { title: t('system.health.file'), dataIndex: 'name' },
              { title: t('system.health.made'), dataIndex: 'time', render: format.minute },
              number('size', 'bytes', format.bytes),
            ]}
          />
        )}
      </Panel>
    </Flex>
  )
}

type Processes = OutputOf<typeof platformCalls.health>['processes']

/** What was refused and why, of all processes together. */
function RefusedPanel({ processes }: { processes: Processes }) {
  const { t, format } = useTexts()
  const counts = Map.groupBy(
    processes.flatMap(({ refused }) => refused),
    ({ reason }) => reason,
  )
  const rows = [...counts].map(([reason, each]) => ({
    reason,
    count: each.reduce((sum, { count }) => sum + count, 0),
  }))
  return (
    <Panel title={t('system.health.refused')} note={t('system.health.refusedNote')} isFlush>
      {rows.length === 0 ? (
        <EmptyState title={t('system.health.noneRefused')} />
      ) : (
        <PlainTable
          rowKey="reason"
          dataSource={rows}
          columns={[
            {
              title: t('system.health.reason'),
              render: (_, { reason }) => t(`system.health.refusal.${reason}`),
            },
            {
              title: t('system.health.frames'),
              dataIndex: 'count',
              align: 'right',
              render: format.number,
            },
          ]}
        />
      )}
    </Panel>
  )
}

function HealthStats({ health }: { health: OutputOf<typeof platformCalls.health> }) {
  const { t, format } = useTexts()
  const { processes, database, jobs } = health
  const sum = (key: 'connections' | 'viewers' | 'waitingItems' | 'positionsPerSecond') =>
    processes.reduce((total, each) => total + (each[key] ?? 0), 0)
  return (
    <Stats label={t('system.tab.health')}>
      <Stat label={t('system.health.rate')} value={format.decimal(sum('positionsPerSecond'))} />
      <Stat label={t('system.health.waiting')} value={format.number(sum('waitingItems'))} />
      <Stat label={t('system.health.connections')} value={format.number(sum('connections'))} />
      <Stat label={t('system.health.viewers')} value={format.number(sum('viewers'))} />
      <Stat
        label={t('system.health.jobs')}
        value={format.number(jobs.running + jobs.waiting)}
        note={<small className="tw-muted">{t('system.health.failed', { count: jobs.failed })}</small>}
      />
      <Stat label={t('system.health.size')} value={format.bytes(database.bytes)} />
      <Stat
        label={t('system.health.growth')}
        value={database.bytesPerDay === null ? unknown : format.bytes(database.bytesPerDay)}
        hint={database.bytesPerDay === null ? t('system.health.growthLater') : undefined}
      />
      <Stat
        label={t('system.health.free')}
        value={database.freeBytes === null ? unknown : format.bytes(database.freeBytes)}
        hint={database.freeBytes === null ? t('system.health.elsewhere') : undefined}
        note={
          database.fullTime !== null && (
            <small className="tw-muted">
              {t('system.health.full', { day: format.date(database.fullTime) })}
            </small>
          )
        }
      />
    </Stats>
  )
}
