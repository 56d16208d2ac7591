import { BellOutlined, SoundOutlined } from '@ant-design/icons'
import { App, Button, Flex, Popover, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { setAlarmSound, useAlarmSound } from './alarm-sound.ts'
import { enableNotices, useNotices } from './desktop-notice.ts'

/** How alarms make themselves noticed in this browser: by sound, and by notices of the system. */
export function SoundMenu() {
  const { t } = useTranslation()
  const { isOn } = useAlarmSound()
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title={t('alarms.notify.title')}
      content={<NotifyChoices />}
    >
      <Button
        type="text"
        className={isOn ? '' : 'tw-muted'}
        icon={isOn ? <SoundOutlined /> : <MutedIcon />}
        aria-label={t('alarms.notify.title')}
        title={t(isOn ? 'alarms.notify.soundOn' : 'alarms.notify.soundOff')}
      />
    </Popover>
  )
}

/** The loudspeaker, struck through. */
function MutedIcon() {
  return (
    <span className="anticon tw-relative">
      <SoundOutlined />
      <svg viewBox="0 0 16 16" width="1em" height="1em" className="tw-cover" aria-hidden="true">
        <path d="M2 2l12 12" stroke="currentColor" strokeWidth="1.6" />
      </svg>
    </span>
  )
}

/** The switches by themselves. */
export function NotifyChoices() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { isOn } = useAlarmSound()
  const notices = useNotices()
  const switchNotices = async (isChecked: boolean) => {
    const state = await enableNotices(isChecked)
    if (isChecked && state === 'denied') message.warning(t('alarms.notify.denied'))
  }
  return (
    <Flex vertical gap={4}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is within it */}
      <label className="tw-row tw-gap-12 tw-touch">
        <SoundOutlined />
        <span className="tw-grow">{t('alarms.notify.sound')}</span>
        <Switch checked={isOn} onChange={setAlarmSound} aria-label={t('alarms.notify.sound')} />
      </label>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is within it */}
      <label className="tw-row tw-gap-12 tw-touch">
        <BellOutlined />
        <span className="tw-grow">{t('alarms.notify.desktop')}</span>
        <Switch
          checked={notices.state === 'granted' && notices.isOn}
          disabled={notices.state === 'missing'}
          onChange={(isChecked) => void switchNotices(isChecked)}
          aria-label={t('alarms.notify.desktop')}
        />
      </label>
      {notices.state === 'missing' && <small className="tw-muted">{t('alarms.notify.missing')}</small>}
      {notices.state === 'denied' && <small className="tw-muted">{t('alarms.notify.denied')}</small>}
    </Flex>
  )
}
