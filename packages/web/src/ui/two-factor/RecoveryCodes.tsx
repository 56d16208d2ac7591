import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../base/save-file.ts'
import styles from './two-factor.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  onSaved: () => void
}

/** Codes for the day the telephone is lost: shown this once. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const { t } = useTranslation()
  const save = () => {
    const text = `${codes.join('\r\n')}\r\n`
    saveFile(new Blob([text], { type: 'text/plain' }), 'trackway-recovery-codes.txt')
  }
  return (
    <Flex vertical gap={16}>
      <Alert type="warning" showIcon title={t('ui.twoFactor.saveCodes')} />
      <ol className={`${styles.codes} tw-cards tw-grid`} aria-label={t('ui.twoFactor.recoveryCodes')}>
        {codes.map((code) => (
          <li key={code}>
            <code className="tw-block tw-padded-tip tw-rounded">{code}</code>
          </li>
        ))}
      </ol>
      <Flex gap={8} justify="end" wrap>
        <Button icon={<DownloadOutlined />} onClick={save}>
          {t('ui.twoFactor.download')}
        </Button>
        <Button type="primary" onClick={onSaved}>
          {t('ui.twoFactor.saved')}
        </Button>
      </Flex>
    </Flex>
  )
}
