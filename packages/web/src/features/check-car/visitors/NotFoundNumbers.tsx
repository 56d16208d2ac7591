import { Alert } from 'antd'
import { useTexts } from '../../../base/use-texts.ts'
import { CopyText } from '../../../ui/link/CopyText.tsx'
import type { Search } from './use-visitors.ts'

/** The numbers that were asked for, from a link or a list, and are nobody's among the caller's devices. */
export function NotFoundNumbers({ found: { question, notFound } }: { found: Search }) {
  const { t, format } = useTexts()
  if (notFound.length === 0) return null
  const asked = question.terminalIDs?.length ?? 0
  return (
    <Alert
      type="warning"
      showIcon
      title={t('checkCar.notFound', {
        count: asked,
        missing: format.number(notFound.length),
        asked: format.number(asked),
      })}
      description={
        <>
          <p style={{ maxHeight: 66, overflow: 'auto' }}>{notFound.join(', ')}</p>
          <CopyText
            text={notFound.join('\n')}
            label={t('checkCar.numbers', { count: notFound.length, shown: format.number(notFound.length) })}
          />
        </>
      }
    />
  )
}
