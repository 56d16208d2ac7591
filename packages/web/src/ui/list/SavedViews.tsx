import { DeleteOutlined, EyeOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { type ListView, viewCalls } from '@trackway/core/features/accounts/view-calls.ts'
import { App, Button, Input, Popover } from 'antd'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { DisabledReason } from '../DisabledReason.tsx'
import styles from './list.module.css'

type Shown = Pick<ListView, 'filter' | 'columns'>

interface SavedViewsProps {
  list: string
  /** What is shown now, as it would be saved. */
  shown: Shown
  onShow: (view: Shown) => void
}

/** Filter, columns and order under a name; they are kept with the account and follow it everywhere. */
export function SavedViews({ list, shown, onShow }: SavedViewsProps) {
  const { t, toText } = useTexts()
  const { message } = App.useApp()
  const { isDemo } = useUser()
  const [isOpen, setIsOpen] = useState(false)
  const [name, setName] = useState('')
  const queryKey = ['views', list]
  const views = useCall(queryKey, viewCalls.find, { list }, { enabled: isOpen })
  const change = {
    onSettled: () => reread(queryKey),
    onError: (error: unknown) => void message.error(toText(error)),
  }
  const save = useMutation({
    mutationFn: () => api(viewCalls.save, { list, name: name.trim(), ...shown }),
    onSuccess: () => setName(''),
    ...change,
  })
  const remove = useMutation({ mutationFn: (id: number) => api(viewCalls.delete, { id }), ...change })
  const isNameless = name.trim() === ''
  const show = (view: ListView) => {
    setIsOpen(false)
    onShow(view)
  }

  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setIsOpen}
      content={
        <fieldset className={styles.views} aria-label={t('lists.views')}>
          <ul>
            {views.data?.list.map((view) => (
              <li key={view.id} className="tw-flex tw-gap-6">
                <Button type="text" block onClick={() => show(view)}>
                  {view.name}
                </Button>
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  disabled={isDemo}
                  aria-label={t('lists.deleteView', { name: view.name })}
                  onClick={() => remove.mutate(view.id)}
                />
              </li>
            ))}
          </ul>
          {views.data?.list.length === 0 && <p className="tw-muted">{t('lists.noViews')}</p>}
          <DisabledReason reason={isDemo ? t('result.demoAccount') : null}>
            <Input.Search
              value={name}
              maxLength={40}
              disabled={isDemo}
              loading={save.isPending}
              placeholder={t('lists.viewName')}
              aria-label={t('lists.viewName')}
              enterButton={
                <Button type="primary" disabled={isDemo || isNameless}>
                  {t('lists.saveView')}
                </Button>
              }
              onChange={({ target }) => setName(target.value)}
              onSearch={() => !isNameless && save.mutate()}
            />
          </DisabledReason>
        </fieldset>
      }
    >
      <Button icon={<EyeOutlined />} title={t('lists.views')} aria-label={t('lists.views')} />
    </Popover>
  )
}
