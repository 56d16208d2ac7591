import { wireLabel } from '@trackway/core/codes/protocols.ts'
import { fillSetup, hostKindOf } from '@trackway/core/features/commands/setup-texts.ts'
import { deviceTypeCalls } from '@trackway/core/features/device-types/calls.ts'
import type { Device } from '@trackway/core/features/devices/calls.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../base/queries/use-call.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { Field } from '../../../ui/form/Field.tsx'
import { Facts } from '../../../ui/layout/Facts.tsx'
import { CopyText } from '../../../ui/link/CopyText.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'

/** A name that everybody has for the machine before him: of no use to a device. */
export function leadsHere(hostName: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostName)
}

/** The host that the device reports to, and the text messages that set it. */
export function ServerTexts({ device: { terminalID, deviceType: id, sim } }: { device: Device }) {
  const { t } = useTexts()
  const [apn, setApn] = useState('')
  const { data, error } = useCall(['deviceSetup', id, terminalID], deviceTypeCalls.setup, { id, terminalID })
  if (!data) return <ContentLoading error={error} />

  // By default devices reach the platform at the host name that people open it by.
  const host = data.host ?? (leadsHere(location.hostname) ? null : location.hostname)
  const known = {
    ...(host !== null && { host, hostKind: hostKindOf(host) }),
    ...(apn.trim() && { apn: apn.trim(), apnUser: '', apnPassword: '' }),
  }
  const texts = data.texts.map(({ text }) => fillSetup(text, known))
  const needsApn = data.texts.some(({ missing }) => missing.includes('apn'))
  return (
    <section aria-labelledby="tw-set-up-server">
      <h2 id="tw-set-up-server">{t('devices.setUp.server')}</h2>
      <Facts
        facts={[
          {
            label: t('devices.setUp.address'),
            value: host === null ? t('devices.setUp.noHost') : <CopyText text={host} />,
          },
          {
            label: t('devices.setUp.port'),
            value:
              data.port === null ? (
                t('devices.setUp.noPort')
              ) : (
                <>
                  <CopyText text={String(data.port)} />{' '}
                  <span className="tw-muted">{data.transports.join(' / ').toUpperCase()}</span>
                </>
              ),
          },
          { label: t('devices.setUp.protocol'), value: wireLabel(data.wire) },
        ]}
      />
      {texts.length > 0 ? (
        <>
          <p className="tw-gap-above-8">
            {t(sim ? 'devices.setUp.textsTo' : 'devices.setUp.texts', { number: sim })}
          </p>
          {needsApn && (
            <Field label={t('devices.setUp.apn')}>
              {(id) => (
                <>
                  <Input
                    id={id}
                    aria-describedby={`${id}-help`}
                    value={apn}
                    maxLength={64}
                    placeholder="internet"
                    onChange={({ target }) => setApn(target.value)}
                  />
                  <small id={`${id}-help`} className="tw-muted">
                    {t('devices.setUp.apnHelp')}
                  </small>
                </>
              )}
            </Field>
          )}
          <ol className="tw-gap-above-8 tw-grid tw-gap-6">
            {texts.map(({ text, missing }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a text may occur twice
              <li key={index} className="tw-box tw-anywhere tw-padded-tip">
                {/* Nobody sends a device a blank. */}
                {missing.length > 0 ? <span className="tw-muted">{text}</span> : <CopyText text={text} />}
              </li>
            ))}
          </ol>
        </>
      ) : (
        <p className="tw-gap-above-8">{t('devices.setUp.noTexts')}</p>
      )}
    </section>
  )
}
