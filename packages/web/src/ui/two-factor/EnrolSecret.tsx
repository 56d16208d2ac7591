import { Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../link/CopyText.tsx'
import { QrCode } from '../link/QrCode.tsx'

/** The secret for an authenticator app, as QR code and to be typed. */
export function EnrolSecret({ secret, uri }: { secret: string; uri: string }) {
  const { t } = useTranslation()
  return (
    <Flex vertical gap={12} align="center">
      <p>{t('ui.twoFactor.scan')}</p>
      <QrCode value={uri} sizePx={176} label={t('ui.twoFactor.qr')} />
      <span className="tw-small tw-muted">{t('ui.twoFactor.type')}</span>
      <CopyText text={secret} label={secret.replaceAll(/(.{4})(?=.)/g, '$1 ')} />
    </Flex>
  )
}
