import { type CommandOrder, commandCalls } from '@trackway/core/features/commands/calls.ts'
import type { CommandCode } from '@trackway/core/features/commands/commands.ts'
import { Alert, Flex } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../base/queries/use-call.ts'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { CommandCatalogue } from './CommandCatalogue.tsx'
import styles from './CommandDesk.module.css'
import { CommandSelect } from './CommandSelect.tsx'
import { DeviceChips } from './DeviceChips.tsx'
import { CommandForm, type SentForm } from './form/CommandForm.tsx'
import { RecentCommands } from './RecentCommands.tsx'
import { SentBatch } from './SentBatch.tsx'
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
      <div className="tw-padded">
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
  const offlineNote = isOffline && <OfflineNote devices={devices} />
  const recent = <RecentCommands terminalIDs={terminalIDs} sentId={sent?.id ?? null} />
  const batch = sent?.jobId !== undefined && <SentBatch jobId={sent.jobId} failed={sent.failed ?? []} />

  if (isNarrow || isPhone)
    return (
      <Flex vertical gap={16} className={isNarrow ? 'tw-padded' : 'tw-inset-on-phone tw-scroll'}>
        {!isNarrow && <DeviceChips devices={devices} {...(onRemove && { onRemove })} />}
        {offlineNote}
        <CommandSelect
          commands={commands}
          orders={orders}
          chosen={chosen?.code ?? null}
          chosenOrder={order?.id ?? null}
          onChoose={choose}
          onOrder={takeOrder}
        />
        {chosen && form}
        {unlock}
        {batch}
        {recent}
      </Flex>
    )
  return (
    <div className={`${styles.desk} tw-stacked-when-narrow tw-fill tw-grid`}>
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
        <Flex vertical gap={16} className="tw-scroll tw-shrink-down">
          {offlineNote}
          {form}
          {unlock}
        </Flex>
      </Panel>
      <Panel title={t('commands.recent')}>
        <Flex vertical gap={12} className="tw-scroll tw-shrink-down">
          {batch}
          {recent}
        </Flex>
      </Panel>
    </div>
  )
}

function OfflineNote({ devices }: { devices: readonly OfferedDevice[] }) {
  const { t } = useTranslation()
  return (
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
}
