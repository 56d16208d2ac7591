import { trackShareCalls, trackShareList } from '@trackway/core/features/track-shares/calls.ts'
import { Flex } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/Dialog.tsx'
import { LinkForm } from '../../../ui/link/LinkForm.tsx'
import { ShareList } from '../../../ui/shares/ShareList.tsx'
import { useReplay } from '../replay/replay-context.ts'
import { ReplayPart, type ReplayPartDialog } from './ReplayPart.tsx'

const defaultDays = 7

/** Makes a link that shows a finished part of the replay to whoever has it, and ends those made before. */
export function ShareDialog({ span, isOfOne = false, onClose }: ReplayPartDialog) {
  const { t } = useTranslation()
  const { devices, active } = useReplay()
  const [isOfAll, setOfAll] = useState(devices.length > 1 && !isOfOne)
  return (
    <Dialog open footer={null} title={t('tracks.share.title')} width={760} onCancel={onClose}>
      <Flex vertical gap={16}>
        <LinkForm
          call={trackShareCalls.share}
          submitLabel={t('tracks.share.make')}
          label={(name) => t(`tracks.share.${name}`)}
          initial={{
            terminalIDs: [active.terminalID],
            from: Math.round(span.from),
            to: Math.round(span.to),
            days: defaultDays,
            withAlarms: false,
          }}
          fields={[
            <ReplayPart
              key="part"
              span={span}
              isOfAll={isOfAll}
              onOfAll={setOfAll}
              allLabel={t('tracks.share.allDevices', { count: devices.length })}
            />,
            [{ name: 'title', label: t('tracks.share.name') }, 'days'],
            'withAlarms',
          ]}
          // A link shows what is over: it must not change in the hands of who has it.
          prepare={(input) => ({
            ...input,
            ...(isOfAll && { terminalIDs: devices.map(({ terminalID }) => terminalID) }),
            to: Math.min(Number(input.to), Date.now() - 1_000),
          })}
          rereads={['list']}
        />
        <ShareList
          list={trackShareList}
          given={{ terminalID: active.terminalID }}
          revoke={trackShareCalls.revokeShare}
          label="tracks.share.revoke"
        />
      </Flex>
    </Dialog>
  )
}
