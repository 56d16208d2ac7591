import { CopyOutlined, MessageOutlined } from '@ant-design/icons'
import type { NewDevice } from '@trackway/core/features/devices/one-device-calls.ts'
import { App, Button, Dropdown, Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../../base/copy-text.ts'
import { useSetUp } from './use-set-up.ts'

/** A text in the messages app of the phone or computer, to the number of the SIM card where it is known. */
export const smsLink = (sim: string | null, text: string) =>
  `sms:${sim ?? ''}?body=${encodeURIComponent(text)}`

/** The text messages of one of many devices: sent one after the other, or copied together. */
export function SetUpTexts({ device, apn }: { device: NewDevice; apn: string }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { setUp } = useSetUp(device.deviceType)
  const texts = setUp?.textsFor(device.terminalID, apn).filter(({ isWhole }) => isWhole) ?? []
  if (texts.length === 0) return <span className="tw-muted">{device.sim ?? '–'}</span>
  const copy = async () => {
    const isCopied = await copyText(texts.map(({ text }) => text).join('\n'))
    void (isCopied ? message.success(t('ui.copy.done')) : message.warning(t('ui.copy.failed')))
  }
  const { terminalID, sim } = device
  return (
    <Flex gap={4} align="center">
      <Dropdown
        trigger={['click']}
        menu={{
          items: texts.map(({ text }) => ({
            key: text,
            label: <a href={smsLink(sim, text)}>{text}</a>,
          })),
        }}
      >
        <Button
          size="small"
          icon={<MessageOutlined />}
          aria-label={t('devices.setUp.sendTo', { name: sim ?? terminalID })}
        >
          {sim}
        </Button>
      </Dropdown>
      <Button
        size="small"
        type="text"
        icon={<CopyOutlined />}
        aria-label={t('devices.setUp.copyOf', { name: terminalID })}
        onClick={() => void copy()}
      />
    </Flex>
  )
}
