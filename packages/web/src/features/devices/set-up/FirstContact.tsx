import { CheckCircleFilled, LoadingOutlined } from '@ant-design/icons'
import { type Device, unknownDeviceCalls } from '@trackway/core/features/devices/calls.ts'
import { oneDeviceCalls } from '@trackway/core/features/devices/one-device-calls.ts'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../base/queries/use-call.ts'
import { useCan } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'

/** Short, because somebody waits beside the device. */
const lookMs = 1_500
/** A device whose last contact is longer ago is not the one that is being set up. */
const recentMs = 600_000

const steps = ['bytes', 'login', 'position'] as const

/** What has come from a new device, ticked as it comes. */
export function FirstContact({ device: { terminalID } }: { device: Device }) {
  const { t, format } = useTexts()
  const { data } = useCall(
    ['firstContact', terminalID],
    oneDeviceCalls.firstContact,
    { terminalID },
    { refetchInterval: ({ state }) => (state.data?.positionTime ? false : lookMs), staleTime: 0 },
  )
  const timeOf = (step: (typeof steps)[number]) => data?.[`${step}Time`] ?? null
  const isDone = timeOf('position') !== null
  return (
    <section aria-labelledby="tw-set-up-contact">
      <h2 id="tw-set-up-contact">{t(isDone ? 'devices.setUp.arrived' : 'devices.setUp.waiting')}</h2>
      <ol className="tw-gap-above-8" aria-live="polite">
        {steps.map((step) => {
          const time = timeOf(step)
          return (
            <li key={step} className="tw-wrap tw-padded-block">
              {time === null ? (
                <LoadingOutlined aria-hidden />
              ) : (
                <CheckCircleFilled className="tw-success" aria-hidden />
              )}
              <b>{t(`devices.setUp.step.${step}`)}</b>
              <span className="tw-muted tw-push">
                {time === null ? t('devices.setUp.notYet') : format.dateTime(time)}
              </span>
            </li>
          )
        })}
      </ol>
      {timeOf('login') === null && (
        <>
          <p className="tw-muted tw-small">{t('devices.setUp.help')}</p>
          <OtherUnknownDevices terminalID={terminalID} />
        </>
      )}
    </section>
  )
}

/** Devices that connect under unregistered ids: perhaps the id of this one was mistyped. */
function OtherUnknownDevices({ terminalID }: { terminalID: string }) {
  const { t } = useTranslation()
  const mayLook = useCan('main:devices_import')
  const { data, dataUpdatedAt } = useCall(
    ['list', 'unknownDevices', 'besides', terminalID],
    unknownDeviceCalls.find,
    { pageSize: 3 },
    { refetchInterval: 5_000, enabled: mayLook },
  )
  const ids = data?.list
    .filter(({ lastTime }) => lastTime > dataUpdatedAt - recentMs)
    .map((device) => device.terminalID)
  if (!ids?.length) return null
  return (
    <p className="tw-small" role="status">
      {t('devices.setUp.others', { ids: ids.join(', ') })}
    </p>
  )
}
