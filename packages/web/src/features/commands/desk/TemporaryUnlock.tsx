import { fenceAreaLimits } from '@trackway/core/api/area.ts'
import type { InputOf } from '@trackway/core/api/call.ts'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { Alert, Button, Flex } from 'antd'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { reread } from '../../../base/queries/query-client.ts'
import { useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { sizeText } from '../../../map/drawing/measure.ts'
import { useAction } from '../../../ui/actions/use-action.ts'
import { AreaDialog, type ChosenArea } from './form/AreaDialog.tsx'
import type { OfferedDevice } from './use-offered.ts'

const tools = ['circle', 'rectangle', 'polygon', 'corridor'] as const

/** Restores the oil until the vehicle has been outside of an area for ten minutes, or ends that. */
export function TemporaryUnlock({
  device: { terminalID, unlock: open },
  onSent,
}: {
  device: Pick<OfferedDevice, 'terminalID' | 'unlock'>
  onSent: (id: number) => void
}) {
  const { t, format } = useTexts()
  const { isDemo } = useUser()
  const { act, isBusy } = useAction()
  const [isChoosing, setIsChoosing] = useState(false)
  const [chosen, setChosen] = useState<ChosenArea | null>(null)
  const run = (work: () => Promise<unknown>) => act(() => work().finally(() => reread('command')))
  const unlock = async () => {
    // The contract's arrays are not read-only.
    const area = chosen?.area as InputOf<typeof commandCalls.unlock>['area']
    const { commandId } = await api(commandCalls.unlock, { terminalID, ...(area && { area }) })
    onSent(commandId)
  }
  const end = async () => {
    await api(commandCalls.endUnlock, { terminalID })
    return t('commands.unlockEnded')
  }
  return (
    <Flex vertical gap={8}>
      {open && (
        <Alert
          type="warning"
          showIcon
          title={t('commands.unlocked', { time: format.dateTime(open.createTime) })}
          description={
            open.cutTime === null
              ? t('commands.unlockedInside')
              : t('commands.unlockedOutside', { time: format.dateTime(open.cutTime) })
          }
        />
      )}
      <small className="tw-muted">{t('commands.unlockText')}</small>
      {open ? (
        <Button disabled={isDemo || isBusy} onClick={() => void run(end)}>
          {t('commands.endUnlock')}
        </Button>
      ) : (
        <>
          <Flex gap={8} align="center" justify="space-between">
            <span>
              <small className="tw-muted">{t('commands.unlockArea')}</small>
              <br />
              {chosen === null
                ? t('commands.unlockAround')
                : [chosen.name, sizeText(chosen.area, format, t)].filter(Boolean).join(' · ')}
            </span>
            <Button size="small" onClick={() => setIsChoosing(true)}>
              {t('commands.area.change')}
            </Button>
          </Flex>
          <Button disabled={isDemo || isBusy} onClick={() => void run(unlock)}>
            {t('commands.unlock')}
          </Button>
        </>
      )}
      <AreaDialog
        title={t('commands.unlockArea')}
        tools={tools}
        limits={fenceAreaLimits}
        initial={chosen?.area ?? null}
        terminalID={terminalID}
        isOpen={isChoosing}
        onArea={(area) => {
          setChosen(area)
          setIsChoosing(false)
        }}
        onClose={() => setIsChoosing(false)}
      />
    </Flex>
  )
}
