import { type CommandOrder, commandCalls } from '@trackway/core/features/commands/calls.ts'
import { type CommandCode, commandGroups } from '@trackway/core/features/commands/commands.ts'
import { Alert, Flex, Select, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../base/queries/use-call.ts'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { Field } from '../../../ui/form/Field.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { StateTag } from '../../../ui/StateTag.tsx'
import { CommandCatalogue, iconOf } from './CommandCatalogue.tsx'
import styles from './CommandDesk.module.css'
import { CommandForm, type SentForm } from './form/CommandForm.tsx'
import { RecentCommands } from './RecentCommands.tsx'
import { StateGrid } from './StateGrid.tsx'
import { TemporaryUnlock } from './TemporaryUnlock.tsx'
import { useLiveCommands } from './use-live-commands.ts'
import { type OfferedDevice, useOffered } from './use-offered.ts'

interface CommandDeskProps {
  terminalIDs: readonly string[]
  onRemove?: (terminalID: string) => void
  /** In a card or a dialog: one column, the commands in a list that opens. */
  isNarrow?: boolean
}

/** Commands to one device or a few: what they can be sent, the form, and what became of what was sent. */
export function CommandDesk({ terminalIDs, onRemove, isNarrow = false }: CommandDeskProps) {
  const { t, toText } = useTexts()
  const isPhone = useIsPhone()
  const { devices, commands, isLoading, error } = useOffered(terminalIDs)
  const { data: saved } = useCall(['command', 'orders'], commandCalls.orders, {})
  const [code, setCode] = useState<CommandCode | null>(null)
  const [order, setOrder] = useState<CommandOrder | null>(null)
  const [sent, setSent] = useState<SentForm | null>(null)
  useLiveCommands()
  const choose = (next: CommandCode) => {
    setCode(next)
    setOrder(null)
  }
  const takeOrder = (next: CommandOrder) => {
    setCode(next.code ?? 'text')
    setOrder(next)
  }
  const chosen = commands.find((each) => each.code === code)
  const isOffline = devices.some(({ isOnline }) => !isOnline)
  const orders = saved?.list ?? []
  if (error)
    return (
      <div className={styles.narrow}>
        <Alert type="error" showIcon title={toText(error)} />
      </div>
    )
  if (isLoading && devices.length === 0) return <ContentLoading />

  const form = chosen ? (
    <CommandForm
      key={`${terminalIDs.join()} ${chosen.code} ${order?.id}`}
      terminalIDs={terminalIDs}
      code={chosen.code}
      saved={order && (order.code === null ? { content: order.content } : order.parameters)}
      last={chosen.last}
      lastTime={chosen.lastTime}
      isOffline={isOffline}
      onSent={setSent}
    />
  ) : (
    <p className="tw-muted">{t('commands.choose')}</p>
  )
  const unlock = devices.length === 1 && (code === 'oilRestore' || devices[0]?.unlock) && (
    <TemporaryUnlock device={devices[0]!} onSent={(id) => setSent({ id })} />
  )
  const offlineNote = isOffline && (
    <Alert
      type="info"
      showIcon
      title={t(
        devices.every(({ isOnline, isOfflineCapable }) => isOnline || isOfflineCapable)
          ? 'commands.waitsText'
          : 'commands.offlineText',
      )}
    />
  )
  const recent = <RecentCommands terminalIDs={terminalIDs} sentId={sent?.id ?? null} />
  const batch = sent?.jobId !== undefined && <SentBatch jobId={sent.jobId} failed={sent.failed ?? []} />

  if (isNarrow || isPhone)
    return (
      <Flex vertical gap={16} className={isNarrow ? styles.narrow! : styles.phone!}>
        {!isNarrow && <DeviceChips devices={devices} {...(onRemove && { onRemove })} />}
        {offlineNote}
        <Field label={t('commands.command')}>
          {(id) => (
            <Select
              id={id}
              showSearch={{ optionFilterProp: 'label' }}
              optionRender={({ label, data }) => (
                <Flex gap={8}>
                  {'icon' in data && (data.icon as ReactNode)}
                  {label}
                </Flex>
              )}
              placeholder={t('commands.choose')}
              value={order ? `order ${order.id}` : (chosen?.code ?? null)}
              onChange={(value: string) => {
                const found = orders.find(({ id: each }) => value === `order ${each}`)
                if (found) takeOrder(found)
                else choose(value as CommandCode)
              }}
              options={[
                {
                  label: t('commands.orders'),
                  options: orders.map(({ id: each, name, code: of }) => ({
                    value: `order ${each}`,
                    label: name,
                    icon: iconOf(of ?? 'text'),
                  })),
                },
                ...commandGroups.map((group) => ({
                  label: t(`command.group.${group}`),
                  options: commands
                    .filter((each) => each.group === group)
                    .map((each) => ({
                      value: each.code as string,
                      icon: iconOf(each.code),
                      label: t(`reports.command.${each.code}`),
                    })),
                })),
              ].filter(({ options }) => options.length > 0)}
            />
          )}
        </Field>
        {chosen && form}
        {unlock}
        {batch}
        {recent}
      </Flex>
    )
  return (
    <div className={`${styles.desk} tw-fill tw-grid`}>
      <div className={styles.chips}>
        <DeviceChips devices={devices} {...(onRemove && { onRemove })} />
      </div>
      <Panel label={t('commands.catalogue')} isFlush>
        <CommandCatalogue
          commands={commands}
          orders={orders}
          chosen={code}
          chosenOrder={order?.id ?? null}
          onChoose={choose}
          onOrder={takeOrder}
        />
      </Panel>
      <Panel label={t('commands.command')}>
        <Flex vertical gap={16} className={styles.scroll!}>
          {offlineNote}
          {form}
          {unlock}
        </Flex>
      </Panel>
      <Panel title={t('commands.recent')}>
        <Flex vertical gap={12} className={styles.scroll!}>
          {batch}
          {recent}
        </Flex>
      </Panel>
    </div>
  )
}

interface SentBatchProps {
  /** Null: nothing was sent to any of them. */
  jobId: number | null
  failed: readonly { id: string | number; result: string }[]
}

/** What becomes of a command that was sent to several devices, and why some did not get it. */
function SentBatch({ jobId, failed }: SentBatchProps) {
  const { t } = useTranslation()
  const { data } = useCall(
    ['command', 'batch', jobId],
    commandCalls.batchStates,
    jobId === null ? null : { jobId },
  )
  return (
    <Flex vertical gap={12}>
      {failed.map(({ id, result }) => (
        <Alert key={id} type="warning" title={`${id}: ${t(`result.${result}`)}`} />
      ))}
      {data && <StateGrid cells={data.list} />}
    </Flex>
  )
}

interface DeviceChipsProps {
  devices: readonly OfferedDevice[]
  onRemove?: (terminalID: string) => void
}

/** The devices that the next command is for, each with whether it is connected. */
function DeviceChips({ devices, onRemove }: DeviceChipsProps) {
  const { t } = useTranslation()
  return (
    <Flex gap={8} wrap component="ul" aria-label={t('commands.devices')}>
      {devices.map(({ terminalID, displayName, isOnline }) => (
        <li key={terminalID}>
          <Tag
            closable={onRemove !== undefined}
            onClose={(event) => {
              event.preventDefault()
              onRemove?.(terminalID)
            }}
            style={{ display: 'inline-flex', alignItems: 'center', gap: 8, padding: '3px 8px', margin: 0 }}
          >
            <b>{displayName}</b>
            <StateTag state={isOnline ? 'online' : 'offline'} />
          </Tag>
        </li>
      ))}
    </Flex>
  )
}
