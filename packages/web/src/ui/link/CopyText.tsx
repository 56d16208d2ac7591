import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { App } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
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
    if (await copy(text)) setIsCopied(true)
    else message.warning(t('ui.copy.failed'))
  }

  return (
    <span className={styles.copy} data-testid="copy-text">
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

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Plain http offers no clipboard; a selected field still does.
    const field = document.createElement('textarea')
    field.value = text
    field.style.position = 'fixed'
    field.style.opacity = '0'
    document.body.append(field)
    field.select()
    const isCopied = document.execCommand('copy')
    field.remove()
    return isCopied
  }
}
