import { useNavigate, useSearch } from '@tanstack/react-router'
import { gw005Calls } from '@trackway/core/features/gw005/calls.ts'
import { Alert, Button, Flex, Spin } from 'antd'
import { useEffect } from 'react'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Toolbar } from '../../ui/layout/Toolbar.tsx'
import { ScanField } from '../../ui/scan/ScanField.tsx'
import { DeviceTest } from './DeviceTest.tsx'

/** One JT/T 808 device on the bench: found by its label, then all that it says. */
export function Gw005Screen() {
  const { t, toText } = useTexts()
  const navigate = useNavigate()
  const { terminalID: number } = useSearch({ strict: false }) as { terminalID?: string }
  const { data, error, isPending } = useCall(
    ['gw005', 'find', number],
    gw005Calls.find,
    number === undefined ? null : { number },
  )
  const open = (terminalID: string | undefined, replace = false) =>
    void navigate({ to: '/test/search', search: { terminalID }, replace })
  const found = data?.list ?? []
  const device = found.find(({ terminalID }) => terminalID === number)
  // The label, or a frame, has another of its numbers.
  const only = found.length === 1 && !device ? found[0]!.terminalID : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: it leads on once for each number
  useEffect(() => {
    if (only !== undefined) open(only, true)
  }, [only])
  return (
    <Page title={t('gw005.title')} isTall>
      <Toolbar>
        <ScanField label={t('gw005.scan')} value={number} onCode={(code) => open(code || undefined)} />
      </Toolbar>
      {error && <Alert type="error" showIcon title={toText(error)} />}
      {number === undefined ? (
        <EmptyState title={t('gw005.none')} text={t('gw005.noneText')} />
      ) : isPending ? (
        <Spin />
      ) : device ? (
        <DeviceTest key={device.terminalID} device={device} />
      ) : found.length > 1 ? (
        <Panel title={t('gw005.several')}>
          <Flex vertical gap={8}>
            {found.map(({ terminalID, displayName, typeName }) => (
              <Button key={terminalID} size="large" onClick={() => open(terminalID)}>
                <span className="tw-mono">{terminalID}</span> {displayName} {typeName}
              </Button>
            ))}
          </Flex>
        </Panel>
      ) : (
        !error &&
        only === undefined && (
          <EmptyState title={t('gw005.notFound', { number })} text={t('gw005.notFoundText')} />
        )
      )}
    </Page>
  )
}
