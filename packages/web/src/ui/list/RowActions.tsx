import { useQueryClient } from '@tanstack/react-query'
import { holdsAny, type Permission } from '@trackway/core/codes/permissions.ts'
import { App, Button, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../base/error-text.ts'
import { useUser } from '../../base/session.ts'
import { confirm } from '../form/confirm.ts'
import styles from './list.module.css'

/** What can be done with one row of a list. */
export interface RowAction<Row> {
  /** Text key of its words, in which `{{name}}` is the row's. */
  label: string
  /** Without one the words are shown. */
  icon?: ReactNode
  /** The call that it makes, or the dialog that it opens: who may make that sees it. */
  call?: { permission: 'public' | 'session' | readonly Permission[]; demo: boolean }
  /** Any one of these keys, where there is no call. */
  permission?: readonly Permission[]
  isFor?: (row: Row) => boolean
  /** Text key of why it cannot be done now; it then stays visible and says so. */
  refusal?: string | null
  isDangerous?: boolean
  /** Asked before: text keys of what happens and of the button, and what must be typed. */
  ask?: { text: string; ok: string; typed?: (row: Row) => string }
  run: (row: Row) => unknown
  /** Text key of what is said when it is done. */
  done?: string
}

/** Is what asks for one of these keys open to somebody who holds those? */
export const isOpenTo = (held: readonly Permission[], permission: RowAction<never>['permission'] | string) =>
  !Array.isArray(permission) || holdsAny(held, permission)

interface RowActionsProps<Row> {
  actions: readonly RowAction<Row>[]
  row: Row
  name: string
}

/** The buttons of a row. What one of them changed is read again. */
export function RowActions<Row>({ actions, row, name }: RowActionsProps<Row>) {
  const { t } = useTranslation()
  const { permissions, isDemo } = useUser()
  const { message } = App.useApp()
  const toText = useErrorText()
  const client = useQueryClient()
  const [busy, setBusy] = useState<string | null>(null)

  const run = async ({ run, done }: RowAction<Row>) => {
    const result = run(row)
    if (!(result instanceof Promise)) return
    await result
    if (done) message.success(t(done, { name }))
    await client.invalidateQueries({ queryKey: ['list'] })
  }
  const start = async (action: RowAction<Row>) => {
    const { label, ask } = action
    if (ask)
      return confirm({
        title: t(label, { name }),
        text: t(ask.text),
        okLabel: t(ask.ok),
        typed: ask.typed?.(row),
        onOk: () => run(action),
      })
    setBusy(label)
    // The message's own promise ends when it is closed: nobody waits for that.
    await run(action).catch((error: unknown) => void message.error(toText(error)))
    setBusy(null)
  }

  const shown = actions.filter(({ call, permission = call?.permission, isFor }) => {
    return (isFor?.(row) ?? true) && isOpenTo(permissions, permission)
  })
  return shown.map((action) => {
    const { label, icon, call, refusal, isDangerous = false } = action
    const words = t(label, { name })
    const refused = isDemo && call?.demo === false ? t('result.demoAccount') : refusal ? t(refusal) : null
    const told = icon ? [words, refused].filter(Boolean).join(': ') : refused
    return (
      <Tooltip key={label} title={told} mouseEnterDelay={0.4}>
        <Button
          {...(icon ? { type: 'text', icon } : { color: 'primary', variant: 'filled', children: words })}
          danger={isDangerous}
          // Busy ones take no second click: cancelling twice would remove what is listed.
          loading={busy === label}
          aria-label={words}
          aria-disabled={refused !== null}
          className={refused === null ? '' : styles.refusedAction!}
          onClick={() => refused === null && busy === null && void start(action)}
          onDoubleClick={(event) => event.stopPropagation()}
        />
      </Tooltip>
    )
  })
}
