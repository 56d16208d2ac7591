import { MessageOutlined } from '@ant-design/icons'
import { typeName, wireLabel } from '@trackway/core/codes/protocols.ts'
import type { DeviceType } from '@trackway/core/features/devices/calls.ts'
import type { NewDevice } from '@trackway/core/features/devices/one-device-calls.ts'
import { Alert, Button } from 'antd'
import { useId } from 'react'
import { useTexts } from '../../../base/use-texts.ts'
import { Facts } from '../../../ui/layout/Facts.tsx'
import { CopyText } from '../../../ui/link/CopyText.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { smsLink } from './SetUpTexts.tsx'
import { useSetUp } from './use-set-up.ts'

interface ServerTextsProps {
  /** Of one model. */
  devices: readonly Pick<NewDevice, 'terminalID' | 'deviceType' | 'sim'>[]
  /** Named where there are devices of others too. */
  model?: DeviceType | undefined
  apn: string
  /** The same was said above. */
  isWarned?: boolean
}

/** The host that devices of a model report to, and the text messages that set it. */
export function ServerTexts({ devices, model, apn, isWarned = false }: ServerTextsProps) {
  const { t, format } = useTexts()
  const headingId = useId()
  const [first, ...others] = devices
  const { setUp, error } = useSetUp(first!.deviceType)
  if (!setUp) return <ContentLoading error={error} />

  const { host, reach, isSet, port, transports, wire, isSame } = setUp
  const isOne = others.length === 0
  const sim = isOne ? first!.sim : null
  const texts = isOne || isSame ? setUp.textsFor(first!.terminalID, apn) : []
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>
        {model
          ? t('devices.setUp.serverOf', {
              model: typeName(model),
              count: devices.length,
              shown: format.number(devices.length),
            })
          : t('devices.setUp.server')}
      </h2>
      <Facts
        facts={[
          { label: t('devices.setUp.address'), value: <CopyText text={host} /> },
          {
            label: t('devices.setUp.port'),
            value:
              port === null ? (
                t('devices.setUp.noPort')
              ) : (
                <>
                  <CopyText text={String(port)} />{' '}
                  <span className="tw-muted">{transports.join(' / ').toUpperCase()}</span>
                </>
              ),
          },
          { label: t('devices.setUp.protocol'), value: wireLabel(wire) },
        ]}
      />
      {reach !== 'public' && !isWarned && (
        <Alert
          type="warning"
          showIcon
          className="tw-gap-above-8"
          title={t(`devices.setUp.reach.${reach}`, { host })}
          description={t(`devices.setUp.reach.${isSet ? 'whatSet' : 'what'}`)}
        />
      )}
      {texts.length > 0 ? (
        <>
          <p className="tw-gap-above-8">
            {t(isOne ? (sim ? 'devices.setUp.textsTo' : 'devices.setUp.texts') : 'devices.setUp.textsToAll', {
              number: sim,
            })}
          </p>
          <ol className="tw-gap-above-8 tw-grid tw-gap-6">
            {texts.map(({ text, isWhole }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a text may occur twice
              <li key={index} className="tw-box tw-anywhere tw-padded-tip tw-flex tw-spread">
                {/* Nobody sends a device a blank. */}
                {isWhole ? <CopyText text={text} /> : <span className="tw-muted">{text}</span>}
                {isWhole && isOne && (
                  <Button
                    size="small"
                    type="text"
                    icon={<MessageOutlined />}
                    href={smsLink(sim, text)}
                    aria-label={t('devices.setUp.sendText', { text })}
                  />
                )}
              </li>
            ))}
          </ol>
        </>
      ) : (
        <p className="tw-gap-above-8">
          {t(setUp.texts.length > 0 ? 'devices.setUp.textsEach' : 'devices.setUp.noTexts')}
        </p>
      )}
    </section>
  )
}
