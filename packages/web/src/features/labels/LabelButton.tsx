import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../base/session.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { DisabledReason } from '../../ui/DisabledReason.tsx'

const LabelDialog = lazy(async () => ({ default: (await import('./LabelDialog.tsx')).LabelDialog }))

interface LabelButtonProps {
  /** The ids of the devices that get labels, in this order. */
  read: () => Promise<readonly string[]> | readonly string[]
  /** Why there are none; null: there are. */
  reason?: string | null
  /** Key that presses it. */
  shortcut?: string
}

/** Prints labels of the devices that are chosen in a list, or found by it. */
export function LabelButton({ read, reason = null, shortcut }: LabelButtonProps) {
  const { t } = useTranslation()
  const { act, isBusy } = useAction()
  const [terminalIDs, setTerminalIDs] = useState<readonly string[] | null>(null)
  if (!useCan('test:qc', 'test:stock')) return null
  return (
    <>
      <DisabledReason reason={reason}>
        <Button
          icon={<PrinterOutlined />}
          loading={isBusy}
          disabled={reason !== null}
          aria-keyshortcuts={shortcut}
          onClick={() => void act(async () => setTerminalIDs([...new Set(await read())]))}
        >
          {t('labels.print')} {shortcut && <kbd className="tw-not-on-phone">{shortcut}</kbd>}
        </Button>
      </DisabledReason>
      {terminalIDs && (
        <Suspense>
          <LabelDialog terminalIDs={terminalIDs} onClose={() => setTerminalIDs(null)} />
        </Suspense>
      )}
    </>
  )
}
