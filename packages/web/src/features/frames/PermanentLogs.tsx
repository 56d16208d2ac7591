import { FileSearchOutlined, PlusOutlined } from '@ant-design/icons'
import { permanentLogCalls, permanentLogList } from '@trackway/core/features/frames/calls.ts'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { useOpenFrames } from './use-device-url.ts'

/** Devices whose frames are kept for longer than a week. */
export function PermanentLogs() {
  const { t } = useTranslation()
  const open = useOpenFrames()
  const [isOpen, setIsOpen] = useState(false)
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setIsOpen(true)}>
      {t('frames.addPermanent')}
    </Button>
  )
  return (
    <>
      <ListScreen
        list={permanentLogList}
        tools={add}
        onOpen={({ terminalID }) => open(terminalID)}
        rowActions={[
          {
            label: 'frames.openFrames',
            icon: <FileSearchOutlined />,
            run: ({ terminalID }) => open(terminalID),
          },
        ]}
        empty={{ action: add }}
      />
      <FormDialog
        call={permanentLogCalls.add}
        title={t('frames.addPermanent')}
        submitLabel={t('frames.addPermanent')}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        label={(name) => t(`frames.permanent.${name}`)}
        fields={[
          {
            name: 'terminalIDs',
            control: (
              <Select
                mode="tags"
                open={false}
                suffixIcon={null}
                tokenSeparators={[',', '，', ' ', '\n', ';']}
                placeholder={t('frames.permanent.text')}
              />
            ),
          },
          'note',
        ]}
        rereads={['list']}
        done={({ done, failed }) =>
          failed.length === 0
            ? t('frames.permanentAdded', { count: done })
            : t('frames.permanentFailed', { count: done, failed: failed.map(({ id }) => id).join(', ') })
        }
      />
    </>
  )
}
