import { CheckCircleFilled, LoadingOutlined } from '@ant-design/icons'
import { type NewDevice, oneDeviceCalls } from '@trackway/core/features/devices/one-device-calls.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import { Flex, Progress } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../base/queries/use-call.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { PlainTable } from '../../../ui/antd/PlainTable.tsx'
import { NameLink } from '../../../ui/link/NameLink.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { useDeviceTypes } from '../../../ui/pickers/use-device-types.ts'
import { ApnField } from './ApnField.tsx'
import { ServerTexts } from './ServerTexts.tsx'
import { SetUpTexts } from './SetUpTexts.tsx'

/** Short, because somebody waits beside the devices; of many, each answer takes the server longer. */
const lookMs = (devices: number) => (devices > 50 ? 5_000 : 1_500)
const steps = ['bytes', 'login', 'position'] as const
const shownAtOnce = 20

/** What to set on many new devices, by their models, and how far each has come. */
export function ConnectDevices({ terminalIDs }: { terminalIDs: readonly string[] }) {
  const { t, format } = useTexts()
  const types = useDeviceTypes()
  const [apn, setApn] = useState('')
  const { data, error } = useCall(
    ['firstContact', 'many', terminalIDs],
    oneDeviceCalls.firstContacts,
    { terminalIDs: [...terminalIDs] },
    {
      refetchInterval: ({ state }) =>
        state.data?.list.every(({ positionTime }) => positionTime !== null)
          ? false
          : lookMs(terminalIDs.length),
      staleTime: 0,
    },
  )
  if (!data) return <ContentLoading error={error} rows={8} />
  const { list } = data
  const groups = [...Map.groupBy(list, ({ deviceType }) => deviceType)]
  const arrived = list.filter(({ positionTime }) => positionTime !== null).length
  const nameOf = (id: number) => types.data?.find((type) => type.id === id)
  return (
    <div className="tw-grid tw-gap-16">
      {groups.map(([id, devices], index) => (
        <ServerTexts
          key={id}
          model={groups.length > 1 ? nameOf(id) : undefined}
          devices={devices}
          apn={apn}
          // All report to one host.
          isWarned={index > 0}
        />
      ))}
      <ApnField types={groups.map(([id]) => id)} apn={apn} onApn={setApn} />
      <section aria-labelledby="tw-set-up-contacts">
        <Flex gap="4px 16px" wrap align="center" justify="space-between">
          <h2 id="tw-set-up-contacts" role="status">
            {t(arrived === list.length ? 'devices.setUp.allArrived' : 'devices.setUp.arrivedOf', {
              count: list.length,
              shown: format.number(arrived),
              all: format.number(list.length),
            })}
          </h2>
          <Progress
            className="tw-width-180"
            size="small"
            showInfo={false}
            percent={(arrived / Math.max(1, list.length)) * 100}
            aria-label={t('devices.setUp.progress')}
          />
        </Flex>
        <PlainTable<NewDevice>
          rowKey="terminalID"
          dataSource={list}
          pageSize={shownAtOnce}
          columns={[
            {
              title: t('reports.column.displayName'),
              render: (_, device) => (
                <NameLink kind="device" id={device.terminalID}>
                  {displayName(device)}
                </NameLink>
              ),
            },
            {
              title: t('devices.setUp.progress'),
              render: (_, device) => <Ticks device={device} />,
            },
            {
              title: t('devices.setUp.send'),
              render: (_, device) => <SetUpTexts device={device} apn={apn} />,
            },
          ]}
        />
      </section>
    </div>
  )
}

/** The steps of a device, ticked as they come; the newest with its time. */
function Ticks({ device }: { device: NewDevice }) {
  const { t, format } = useTexts()
  const last = device.positionTime ?? device.loginTime ?? device.bytesTime
  return (
    <Flex gap={12} wrap>
      {steps.map((step) => {
        const isDone = device[`${step}Time`] !== null
        return (
          <span key={step} className={`tw-inline tw-gap-4 ${isDone ? '' : 'tw-muted'}`} data-done={isDone}>
            {isDone ? (
              <CheckCircleFilled className="tw-success" aria-hidden />
            ) : (
              <LoadingOutlined aria-hidden />
            )}
            {t(`devices.setUp.step.${step}`)}
          </span>
        )
      })}
      <span className="tw-muted tw-small">
        {last === null ? t('devices.setUp.notYet') : format.dateTime(last)}
      </span>
    </Flex>
  )
}
