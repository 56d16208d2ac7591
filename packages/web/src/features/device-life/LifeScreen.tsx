import { useNavigate, useSearch } from '@tanstack/react-router'
import { deviceLifeCalls, type LifeDevice } from '@trackway/core/features/device-life/calls.ts'
import { Alert, Button, Flex, Spin, Tag } from 'antd'
import { useEffect } from 'react'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Toolbar } from '../../ui/layout/Toolbar.tsx'
import { ScanField } from '../../ui/scan/ScanField.tsx'
import { LifeLine } from './LifeLine.tsx'

/** What happened to one device, from the jig to the customer, found by what its label says. */
export function LifeScreen() {
  const { t, toText } = useTexts()
  const navigate = useNavigate()
  const { number } = useSearch({ strict: false }) as { number?: string }
  const { data, error, isPending } = useCall(
    ['deviceLife', 'find', number],
    deviceLifeCalls.find,
    number === undefined ? null : { number },
  )
  const open = (next: string | undefined, isOther = true) =>
    void navigate({ to: '/test/life', search: { number: next }, replace: !isOther })
  const found = data?.list ?? []
  const device = found.find((each) => each.number === number)
  // The label had another of its numbers.
  const only = found.length === 1 && !device ? found[0]!.number : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: it leads on once for each number
  useEffect(() => {
    if (only !== undefined) open(only, false)
  }, [only])
  return (
    <Page title={t('deviceLife.title')} isTall>
      <Toolbar>
        <ScanField label={t('deviceLife.scan')} value={number} onCode={(code) => open(code || undefined)} />
      </Toolbar>
      {error && <Alert type="error" showIcon title={toText(error)} />}
      {number === undefined ? (
        <EmptyState title={t('deviceLife.none')} text={t('deviceLife.noneText')} />
      ) : isPending ? (
        <Spin />
      ) : found.length === 0 ? (
        !error && (
          <EmptyState title={t('deviceLife.notFound', { number })} text={t('deviceLife.notFoundText')} />
        )
      ) : device ? (
        <LifeLine key={device.number} device={device} />
      ) : (
        only === undefined && <Choice devices={found} onChoose={open} />
      )}
    </Page>
  )
}

/** A number that several devices share. */
function Choice({
  devices,
  onChoose,
}: {
  devices: readonly LifeDevice[]
  onChoose: (number: string) => void
}) {
  const { t } = useTexts()
  return (
    <Panel title={t('deviceLife.several', { count: devices.length })}>
      <Flex vertical gap={8}>
        {devices.map(({ number, typeName, username, isRegistered }) => (
          <Button key={number} size="large" onClick={() => onChoose(number)}>
            <span className="tw-mono">{number}</span> {typeName} {username}
            {!isRegistered && <Tag>{t('deviceLife.notRegistered')}</Tag>}
          </Button>
        ))}
      </Flex>
    </Panel>
  )
}
