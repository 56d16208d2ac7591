import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { App } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../base/copy-text.ts'
import styles from './CopyText.module.css'

/** A text people carry elsewhere, with a button that copies it. */
export function CopyText({ text, label }: { text: string; label?: string }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [isCopied, setIsCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [isCopied])

  const onCopy = async () => {
    if (await copyText(text)) setIsCopied(true)
    else message.warning(t('ui.copy.failed'))
  }

  return (
    <span className={`${styles.copy} tw-gap-4`} data-testid="copy-text">
      <span className="tw-number">{label ?? text}</span>
      <button type="button" aria-label={t('ui.copy.label', { text: label ?? text })} onClick={onCopy}>
        {isCopied ? <CheckOutlined /> : <CopyOutlined />}
      </button>
      <span role="status" className="tw-visually-hidden">
        {isCopied && t('ui.copy.done')}
      </span>
    </span>
  )
}
