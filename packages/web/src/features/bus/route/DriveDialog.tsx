import type { OutputOf } from '@trackway/core/api/call.ts'
import { busCalls, busLimits } from '@trackway/core/features/bus/calls.ts'
import { Alert, Flex } from 'antd'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { MinutePicker } from '../../../ui/period/MinutePicker.tsx'
import { minutePeriod } from '../../../ui/period/minutes.ts'
import { VehiclePicker } from '../../../ui/vehicles/VehiclePicker.tsx'

interface DriveDialogProps {
  isOpen: boolean
  userId: number | undefined
  onClose: () => void
  onTaken: (line: OutputOf<typeof busCalls.fromTrack>) => void
}

/** Takes the way and the stops of a line from a drive of one vehicle. */
export function DriveDialog({ isOpen, userId, onClose, onTaken }: DriveDialogProps) {
  const { t, toText } = useTexts()
  const { timeZone } = useUser()
  const [terminalIDs, setTerminalIDs] = useState<string[]>([])
  const [minutes, setMinutes] = useState<[from: string, to: string] | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const period = minutePeriod(
    minutes ? { from: minutes[0], to: minutes[1] } : todayUntilNow(timeZone),
    busLimits.driveHours / 24,
    Date.now(),
    timeZone,
  )
  const take = async () => {
    setIsBusy(true)
    setError(null)
    try {
      const { from, to } = period
      const taken = await api(busCalls.fromTrack, { terminalID: terminalIDs[0]!, from, to })
      if (taken.shape.length < 2) setError(t('bus.drive.none'))
      else {
        onTaken(taken)
        onClose()
      }
    } catch (failure) {
      setError(toText(failure))
    }
    setIsBusy(false)
  }
  return (
    <Dialog
      open={isOpen}
      width={520}
      title={t('bus.drive.title')}
      okText={t('bus.drive.take')}
      okButtonProps={{ disabled: terminalIDs.length === 0 || period.fault !== null }}
      confirmLoading={isBusy}
      onOk={() => void take()}
      onCancel={onClose}
    >
      <Flex vertical gap={16}>
        <p className="tw-muted">{t('bus.drive.text', { hours: busLimits.driveHours })}</p>
        <VehiclePicker block isNone isOne userId={userId} value={terminalIDs} onChange={setTerminalIDs} />
        <MinutePicker
          period={period}
          presets={[]}
          maxDays={busLimits.driveHours / 24}
          onPeriod={setMinutes}
        />
        {error && <Alert type="error" showIcon title={error} />}
      </Flex>
    </Dialog>
  )
}

/** The last two hours of the account's clock. */
function todayUntilNow(timeZone: string): { from: string; to: string } {
  const shown = (time: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
      .format(time)
      .replace(' ', 'T')
  return { from: shown(Date.now() - 2 * 3_600_000), to: shown(Date.now()) }
}
