import { type AgpsSource, agpsCalls } from '@trackway/core/features/agps/calls.ts'
import { Alert, Button, Flex, Input } from 'antd'
import { useState } from 'react'
import { ApiError } from '../../base/api.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { CopyText } from '../../ui/link/CopyText.tsx'

/** Addresses at which devices fetch the data of a source, for ids that are typed, pasted or scanned. */
export function AgpsLinks({ source, onClose }: { source: AgpsSource; onClose: () => void }) {
  const { t, toText } = useTexts()
  const [text, setText] = useState('')
  const [terminalIDs, setTerminalIDs] = useState<string[] | null>(null)
  const ids = [...new Set(text.normalize('NFKC').split(/[\s,;]+/))].filter((id) => id !== '')
  const { data, error, isFetching } = useCall(
    ['agps', 'links', source.id, terminalIDs],
    agpsCalls.links,
    terminalIDs && { id: source.id, terminalIDs },
    { retry: false },
  )
  // Each names an id by its place.
  const missing =
    error instanceof ApiError
      ? error.issues.flatMap(({ path }) => terminalIDs?.[Number(path.split('.')[1])] ?? [])
      : []
  const all = data?.list.map(({ terminalID, url }) => `${terminalID}\t${url}`).join('\n')
  return (
    <Dialog
      open
      width={640}
      title={t('agps.linksOf', { name: source.name })}
      footer={null}
      onCancel={onClose}
    >
      <Flex vertical gap={12} align="start">
        <Input.TextArea
          autoFocus
          rows={4}
          value={text}
          aria-label={t('agps.ids')}
          placeholder={t('agps.idsHint')}
          onChange={({ target }) => setText(target.value)}
        />
        <Button
          type="primary"
          disabled={ids.length === 0}
          loading={isFetching}
          onClick={() => setTerminalIDs(ids)}
        >
          {t('agps.linksGo')}
        </Button>
        {error && (
          <Alert
            type="error"
            showIcon
            title={toText(error)}
            {...(missing.length > 0 && { description: t('agps.missing', { ids: missing.join(', ') }) })}
          />
        )}
        {data && (
          <>
            <CopyText text={all!} label={t('agps.copyAll', { count: data.list.length })} />
            <ul className="tw-grid tw-gap-6 tw-full-width">
              {data.list.slice(0, 50).map(({ terminalID, url }) => (
                <li key={terminalID} className="tw-small tw-anywhere">
                  <strong className="tw-number">{terminalID}</strong> <CopyText text={url} />
                </li>
              ))}
            </ul>
            {source.kind === 'assistNow' && <span className="tw-muted">{t('agps.chipcodeNote')}</span>}
          </>
        )}
      </Flex>
    </Dialog>
  )
}
